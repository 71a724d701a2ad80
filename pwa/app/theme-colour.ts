/**
 * Gives the browser's own bars the colour of the back office's top bar. Returns a function that
 * restores them.
 */
export function colourBrowserBars(): () => void {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  const before = metas.map(({ content }) => content);
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paint = () => {
    const band = getComputedStyle(document.documentElement).getPropertyValue('--band').trim();
    for (const meta of metas) meta.content = band;
  };

  paint();
  dark.addEventListener('change', paint);
  return () => {
    dark.removeEventListener('change', paint);
    for (const [at, meta] of metas.entries()) meta.content = before[at] ?? '';
  };
}
