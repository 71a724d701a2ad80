/** In this order, because each browser also names those below it. */
const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /Safari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const;

/**
 * Browser and system of a `User-Agent`, such as "Chrome · Android"; null if both are unknown. Nothing
 * else of the header is stored.
 */
export function deviceOf(userAgent: string): string | null {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (words) => words.find(([, sign]) => sign.test(userAgent))?.[0] ?? [],
  );
  return known.length > 0 ? known.join(' · ') : null;
}
