/** In pixels, both at least 1. */
export interface PictureSize {
  width: number;
  height: number;
}

/** The size that a JPEG names; null if the bytes are no JPEG. */
export function sizeOfJpeg(bytes: Uint8Array): PictureSize | null {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    // A frame header, except the markers among them that define tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized(view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The size that a WebP names; null if the bytes are no still WebP. */
export function sizeOfWebp(bytes: Uint8Array): PictureSize | null {
  if (bytes.length < 30 || wordAt(bytes, 0) !== 'RIFF' || wordAt(bytes, 8) !== 'WEBP') return null;
  const view = viewOf(bytes);
  switch (wordAt(bytes, 12)) {
    case 'VP8 ':
      return sized(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return sized((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return sized(1 + (view.getUint32(24, true) & 0xffffff), 1 + (view.getUint32(26, true) >>> 8));
    default:
      return null;
  }
}

function sized(width: number, height: number): PictureSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
