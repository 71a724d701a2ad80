import { contentLines, escapedText } from '#contract/reminders/content-lines.ts';

/**
 * A person or company as a file for the address book (vCard 3.0, RFC 2426: every phone reads it).
 *
 * @param phone with `+` and digits only
 * @param site the address of the website
 */
export function contactCard({
  name,
  phone,
  email,
  site,
}: {
  name: string;
  phone: string;
  email: string | null;
  site: string;
}): string {
  const named = escapedText(name.replace(/\s+/g, ' '));
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${named};;;;`,
    `FN:${named}`,
    `TEL;TYPE=CELL:${phone}`,
    ...(email ? [`EMAIL:${escapedText(email)}`] : []),
    `URL:${site}`,
    'END:VCARD',
  ];
  return contentLines(lines);
}
