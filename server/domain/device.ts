/** Each word stands before those that its browser or system names besides its own. */
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
 * Browser and system of a `User-Agent` in words that a person knows a device by, such as
 * "Chrome · Android"; null when neither is known. No more of the header is kept.
 */
export function deviceOf(userAgent: string): string | null {
  const known = [BROWSERS, SYSTEMS].flatMap(
    (words) => words.find(([, sign]) => sign.test(userAgent))?.[0] ?? [],
  );
  return known.length > 0 ? known.join(' · ') : null;
}
