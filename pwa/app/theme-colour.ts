import { onTheme } from '#pwa/lib/storage/theme.ts';
import { afterPaint } from '#pwa/lib/time/when-idle.ts';

/**
 * Gives the browser's own bars the colour of the back office's top bar, after the next paint: reading
 * a style before it makes the browser compute all of them (34 ms of a cold start). Returns a function that
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

  const cancel = afterPaint(paint);
  dark.addEventListener('change', paint);
  const stopTheme = onTheme(paint);
  return () => {
    cancel();
    stopTheme();
    dark.removeEventListener('change', paint);
    for (const [at, meta] of metas.entries()) meta.content = before[at] ?? '';
  };
}
