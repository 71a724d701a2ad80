/** The private link of a visitor. The token is behind `#`: no log and no referrer has it. */
export function inquiryLinkUrl(siteUrl: string, language: string, token: string): string {
  return `${siteUrl}/inquiry?lang=${language}#${token}`;
}
