/** Characters that Windows, macOS or Linux refuse in a file name, and invisible ones. */
const ILLEGAL = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu;

/** In characters: a file name has at most 255 bytes, a character up to four. */
const LONGEST = 56;

/**
 * The file name of a campaign's QR code, like `campaign-gira-otoño-2026.png`: lower case,
 * one dash for each run of blanks, accents kept, illegal characters removed.
 *
 * @param extension without the dot
 */
export function campaignFileName(campaignName: string, extension: string): string {
  const name = campaignName
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-')
    .replace(ILLEGAL, '');
  return `campaign-${[...name].slice(0, LONGEST).join('')}.${extension}`;
}

/**
 * What marks a campaign in its link, from its name: 'Copa Múnich 2026' becomes 'copa-munich-2026'. A name without
 * a Latin letter or digit is marked 'campaign', a blank one not at all.
 */
export function campaignMark(campaignName: string): string {
  if (campaignName.trim() === '') return '';
  const words = campaignName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words ? words.join('-').slice(0, LONGEST) : 'campaign';
}
