/**
 * Saves a file under a name; works offline. An app that iOS has installed offers the system's share sheet, with
 * "Save to Files": a download there leaves the app's page for one without a way back.
 */
export function download(file: Blob, name: string): void {
  const shared = { files: [new File([file], name, { type: file.type })] };
  if (!isInstalledOnIos() || navigator.canShare?.(shared) !== true) {
    save(file, name);
    return;
  }
  navigator.share(shared).catch((error: unknown) => {
    // The person closed the sheet. Otherwise the press was too long ago for it.
    if (!(error instanceof DOMException && error.name === 'AbortError')) save(file, name);
  });
}

/** Only Safari on iOS has the property. */
function isInstalledOnIos(): boolean {
  return 'standalone' in navigator && navigator.standalone === true;
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Safari reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
