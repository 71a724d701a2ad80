/** Where the renderer puts the loader and the rest of the styles: React keeps what it finds there. */
export const BELOW = '<!--below-->';

/** The end of the first view: a style sheet delays the content behind its link, and nothing before it. */
export function Below() {
  const html = typeof document === 'undefined' ? BELOW : '';
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
