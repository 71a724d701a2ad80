/** False for a hotel's sign-in page: it answers 200 and HTML, or redirects. */
export function isOurs({ redirected, headers }: Response): boolean {
  return !redirected && !headers.get('Content-Type')?.includes('html');
}
