/**
 * Puts text on the clipboard.
 *
 * @returns false when the browser does not allow it; the text is then for the person to copy
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
