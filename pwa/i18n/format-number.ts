const formats = new Map<string, Intl.NumberFormat>();

/** A number with the separators of a language, like '10,000' or '2.5'. */
export function formatNumber(language: string, value: number): string {
  // Building a format costs more than all that it formats.
  if (Math.abs(value) < 1_000 && Number.isInteger(value)) return String(value);
  const format = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, format);
  return format.format(value);
}
