/** In octets, without the end of the line. */
const LONGEST_LINE = 75;

/** The lines of an iCalendar file (RFC 5545) or a vCard (RFC 2426): long ones are folded, each ends with CRLF. */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

/** A text value. Other control characters than the end of a line are not allowed. */
export function escapedText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Breaks a long line between two characters; the next line begins with a blank. */
function folded(line: string): string {
  let [text, octets] = ['', 0];
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > LONGEST_LINE) [text, octets] = [`${text}\r\n `, 1];
    text += character;
    octets += size;
  }
  return text;
}
