/** Tried in this order until a file is small enough. */
const QUALITIES = [0.82, 0.7, 0.6, 0.5, 0.4];

/** Why a file is no usable picture; `unreadable` is one that is damaged, or of a kind this browser does not know. */
export type Refusal =
  | { reason: 'heic' | 'noPicture' | 'unreadable' }
  | { reason: 'tooSmall'; width: number; height: number };

/** The picture of a file, or why there is none. */
export async function readPicture(
  file: Blob,
  { minWidth, minHeight } = { minWidth: 1, minHeight: 1 },
): Promise<ImageBitmap | Refusal> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height } = picture;
    const fits = width >= minWidth && height >= minHeight;
    return fits ? picture : { reason: 'tooSmall', width, height };
  } catch {
    return { reason: await whyUnread(file) };
  }
}

/** By the first bytes: names and media types of files are often wrong. */
async function whyUnread(file: Blob): Promise<'heic' | 'noPicture' | 'unreadable'> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const start = String.fromCharCode(...bytes);
  // Some browsers read it, so it is tried first.
  if (/^.{4}ftyp(hei|hev|mif1|msf1)/s.test(start)) return 'heic';
  const isPicture = /^(\xff\xd8\xff|\x89PNG|GIF8|BM|II\*|MM\0\*|RIFF.{4}WEBP|.{4}ftypavi)/s.test(
    start,
  );
  return isPicture ? 'unreadable' : 'noPicture';
}

/** The picture in the best quality within the limit of bytes, null if there is none. Safari writes no WebP. */
export async function encode(
  canvas: HTMLCanvasElement,
  type: string,
  limit: number,
): Promise<Blob | 'unsupported' | null> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (blob?.type !== type) return 'unsupported';
    if (blob.size <= limit) return blob;
  }
  return null;
}

export async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
