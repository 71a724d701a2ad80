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
  if (!isVCard(text)) return [];
  const cards: Property[][] = [];
  for (const property of linesOf(text).map(propertyOf)) {
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

/** The lines, unfolded: one goes on behind a blank at its beginning, or a `=` at the end of a quoted-printable one. */
function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split(/\r\n?|\n/)) {
    const before = lines.at(-1) ?? '';
    const isOpen = before.endsWith('=') && QUOTED.test(before);
    if (isOpen) lines[lines.length - 1] = before.slice(0, -1) + line;
    else if (lines.length > 0 && /^[ \t]/.test(line)) lines[lines.length - 1] += line.slice(1);
    else lines.push(line);
  }
  return lines;
}

const QUOTED = /^[^:]*;(?:ENCODING=)?QUOTED-PRINTABLE[;:]/i;

/** A group before the name, as in `item1.TEL`, is left out. A colon in quotes belongs to a parameter. */
function propertyOf(line: string): Property | null {
  const [, head, value = ''] = /^((?:"[^"]*"|[^":])*):(.*)$/.exec(line) ?? [];
  if (head === undefined) return null;
  const [name = '', ...params] = head.toUpperCase().split(';');
  const plain = QUOTED.test(line) ? decoded(value, params) : value;
  return { name: name.slice(name.lastIndexOf('.') + 1).trim(), params, value: plain };
}

/** The text of a quoted-printable one. A sign that should be encoded and is not stays as it is. */
function decoded(value: string, params: readonly string[]): string {
  const bytes = value.replace(/=([\dA-F]{2})/gi, (_, hex) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  const charset = params.find((one) => one.startsWith('CHARSET='))?.slice('CHARSET='.length);
  if (/[^\0-\xff]/.test(bytes)) return bytes;
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
  } catch {
    return bytes;
  }
}

function cardOf(properties: readonly Property[]): VCard {
  const all = (name: string) => properties.filter((one) => one.name === name && one.value.trim());
  const best = (name: string, ...wanted: string[]) => {
    const rank = ({ params }: Property) =>
      wanted.filter((word) => params.some((one) => one.includes(word))).length;
    return all(name).sort((one, other) => rank(other) - rank(one))[0]?.value ?? '';
  };
  const [family, given, more] = partsOf(best('N'));
  return {
    name: plainOf(best('FN')) || [given, more, family].filter(Boolean).join(' '),
    email: plainOf(best('EMAIL', 'PREF')).replace(/^mailto:/i, ''),
    phone: plainOf(best('TEL', 'CELL', 'PREF')).replace(/^tel:|;.*$/gi, ''),
    birthday: plainOf(best('BDAY')).replace(/^(?:-|1604).*|T\d.*$/gi, ''),
    org: partsOf(best('ORG'))[0] ?? '',
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
  const plain = value.replace(/\\(.)/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign));
  return plain.replace(/\r\n?/g, '\n').trim();
}
