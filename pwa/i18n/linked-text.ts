/** A sentence with one link in it, taken apart. */
export interface LinkedText {
  before: string;
  link: string;
  after: string;
}

/**
 * Takes apart a text whose link stands in square brackets: `I agree to the [privacy policy].` Each
 * language puts the link where its grammar wants it. A text without brackets has an empty link.
 */
export function linkedText(text: string): LinkedText {
  const [, before = text, link = '', after = ''] = /^([^[]*)\[([^\]]*)\](.*)$/s.exec(text) ?? [];
  return { before, link, after };
}
