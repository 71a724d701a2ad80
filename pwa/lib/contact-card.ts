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
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escaped(name)};;;;`,
    `FN:${escaped(name)}`,
    `TEL;TYPE=CELL:${phone}`,
    ...(email ? [`EMAIL:${escaped(email)}`] : []),
    `URL:${site}`,
    'END:VCARD',
  ];
  return lines.map((line) => `${line}\r\n`).join('');
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\s+/g, ' ');
}
