/** What a card says of a person. A part that it does not have is ''. */
export interface VCard {
  name: string;
  email: string;
  phone: string;
  /** As it is written, without a time. Without a year, which some phones write as 1604, it is ''. */
  birthday: string;
  org: string;
  links: string[];
  note: string;
}

/** Whether a text is one or more vCards, whatever its file is called. */
export function isVCard(text: string): boolean {
  return /^\s*BEGIN:VCARD/i.test(text);
}

/** The people of a vCard text: versions 2.1 (as old phones write it), 3.0 (RFC 2426) and 4.0 (RFC 6350). */
export function readVCards(text: string): VCard[] {
  const cards: Property[][] = [];
  for (const line of linesOf(text)) {
    const property = propertyOf(line);
    if (property?.name === 'BEGIN') cards.push([]);
    else if (property) cards.at(-1)?.push(property);
  }
  return cards.map(cardOf).filter((card) => card.name || card.email || card.phone);
}

interface Property {
  name: string;
  /** In capitals: `CELL`, `TYPE=CELL`, `TYPE="CELL,PREF"`. */
  params: string[];
  /** Still escaped. */
  value: string;
}

/**
 * The lines, unfolded: one that begins with a blank goes on the one before. So does the line behind a `=` at the end of
 * a quoted-printable one.
 */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.replaceAll('\0', '').split(/\r\n?|\n/)) {
    const before = lines.at(-1);
    if (before !== undefined && isQuoted(before) && before.endsWith('=')) {
      lines[lines.length - 1] = before.slice(0, -1) + line;
    } else if (before !== undefined && /^[ \t]/.test(line)) {
      lines[lines.length - 1] = before + line.slice(1);
    } else lines.push(line);
  }
  return lines;
}

function isQuoted(line: string): boolean {
  return /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i.test(line);
}

/** A group before the name, as in `item1.TEL`, is left out. A colon in quotes belongs to a parameter. */
function propertyOf(line: string): Property | null {
  const [, head, value = ''] = /^((?:"[^"]*"|[^":])*):(.*)$/.exec(line) ?? [];
  if (head === undefined) return null;
  const [name = '', ...params] = head.toUpperCase().split(';');
  const plain = isQuoted(line) ? fromQuotedPrintable(value, params) : value;
  return { name: name.slice(name.lastIndexOf('.') + 1).trim(), params, value: plain };
}

function fromQuotedPrintable(value: string, params: readonly string[]): string {
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, hex) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  const charset = params.find((one) => one.startsWith('CHARSET='))?.slice(8) ?? 'utf-8';
  // A sign that is not encoded, although it should be, stays as it is.
  if (/[^\0-\xff]/.test(bytes)) return bytes;
  try {
    const octets = Uint8Array.from(bytes, (sign) => sign.charCodeAt(0));
    return new TextDecoder(charset).decode(octets);
  } catch {
    return bytes;
  }
}

function cardOf(properties: readonly Property[]): VCard {
  const all = (name: string) => properties.filter((one) => one.name === name);
  const first = (name: string, ...wanted: string[]) => {
    const found = all(name).filter(({ value }) => value.trim() !== '');
    const rank = ({ params }: Property) =>
      wanted.filter((word) => params.some((one) => one.includes(word))).length;
    return found.sort((one, other) => rank(other) - rank(one))[0]?.value ?? '';
  };
  const [family = '', given = '', ...more] = partsOf(first('N'));
  return {
    name: plainOf(first('FN')) || [given, more[0], family].filter(Boolean).join(' '),
    email: plainOf(first('EMAIL', 'PREF')).replace(/^mailto:/i, ''),
    phone: plainOf(first('TEL', 'CELL', 'PREF')).replace(/^tel:|;.*$/gi, ''),
    birthday: plainOf(first('BDAY')).replace(/^(?:-|1604).*|T\d.*$/gi, ''),
    org: partsOf(first('ORG'))[0] ?? '',
    links: all('URL').map(({ value }) => plainOf(value)),
    note: plainOf(
      all('NOTE')
        .map(({ value }) => value)
        .join('\n'),
    ),
  };
}

/** The parts between semicolons that are not escaped. */
function partsOf(value: string): string[] {
  return value.split(/(?<!\\);/).map(plainOf);
}

function plainOf(value: string): string {
  return value
    .replace(/\\(.)/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign))
    .replace(/\r\n?/g, '\n')
    .trim();
}
