import { saveFile } from './save-file.ts';

/**
 * Saves a file under a name; works offline. An app that iOS has installed offers the system's share sheet, with
 * "Save to Files": a download there leaves the app's page for one without a way back. False if the person has closed
 * the sheet, or has it open already.
 */
export async function download(file: Blob, name: string): Promise<boolean> {
  const shared = { files: [new File([file], name, { type: file.type })] };
  if (isInstalledOnIos() && navigator.canShare?.(shared)) {
    try {
      await navigator.share(shared);
      return true;
    } catch (error) {
      // Closed by the person, or open already. Otherwise the press was too long ago for it.
      if (/^(Abort|InvalidState)Error/.test(String(error))) return false;
    }
  }
  saveFile(file, name);
  return true;
}

/** Only Safari on iOS has the property. */
function isInstalledOnIos(): boolean {
  return 'standalone' in navigator && navigator.standalone === true;
}
