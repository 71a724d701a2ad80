/** What Windows, macOS or Linux refuse in a file name, and what is not seen. */
const ILLEGAL = /[<>:"/\\|?*\p{Cc}\p{Cf}]/gu;

/** A file name has at most 255 bytes; a letter takes up to four. */
const LONGEST = 56;

/**
 * The file name of a campaign's QR code, like `campaign-gira-otoño-2026.png`: lower case, each run of
 * blanks one dash, letters with accents kept, what a file name may not hold left out.
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
