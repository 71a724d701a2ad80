import { contentLines, escapedText } from '#contract/reminders/content-lines.ts';

/**
 * A person or company as a file for the address book (vCard 3.0, RFC 2426: every phone reads it).
 *
 * @param said what else is known, by its name there: a number of `+` and digits as `TEL;TYPE=CELL`, `EMAIL`, `URL`, `NOTE`
 */
export function contactCard(name: string, said: Record<string, string | null>): string {
  const named = escapedText(name.replace(/\s+/g, ' '));
  const lines = Object.entries(said).flatMap(([key, value]) =>
    value ? `${key}:${escapedText(value)}` : [],
  );
  return contentLines([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${named};;;;`,
    `FN:${named}`,
    ...lines,
    'END:VCARD',
  ]);
}
