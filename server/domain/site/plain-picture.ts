import { crc32, inflateSync } from 'node:zlib';

/** A picture without anything beside it: no place, no camera, no text. */
export interface PlainPicture {
  bytes: Uint8Array<ArrayBuffer>;
  /** In pixels, both at least 1. */
  width: number;
  height: number;
}

/**
 * A JPEG without what a camera or a program wrote beside the picture. Null if the bytes are no JPEG that browsers show,
 * or hold less than a picture of the size that they tell.
 */
export function plainJpeg(bytes: Uint8Array): PlainPicture | null {
  const view = viewOf(bytes);
  if (bytes.length < 4 || view.getUint16(0) !== SOI) return null;
  const kept = [bytes.subarray(0, 2)];
  let size: Size | null = null;
  let scanned = 0;
  for (let at = 2; at + 2 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === EOI) {
      if (!size || scanned * 8 < blocksOf(size)) return null;
      return { bytes: joined([...kept, bytes.subarray(at, at + 2)]), ...size };
    }
    if (at + 4 > bytes.length) return null;
    const begin = at;
    at += 2 + view.getUint16(at + 2);
    if (at > bytes.length) return null;
    if (isFrame(marker)) {
      if (size || marker > LAST_FRAME || at - begin < 10) return null;
      size = sized(view.getUint16(begin + 7), view.getUint16(begin + 5));
      if (!size) return null;
    }
    if (marker === SCAN) {
      if (!size) return null;
      const end = endOfScan(bytes, at);
      scanned += end - at;
      at = end;
    }
    if (!isBeside(marker, bytes.subarray(begin + 4, at))) kept.push(bytes.subarray(begin, at));
  }
  return null;
}

/** A still WebP without what a program wrote beside the picture; null if the bytes are none. */
export function plainWebp(bytes: Uint8Array): PlainPicture | null {
  if (bytes.length < 12 || textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') {
    return null;
  }
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [];
  let canvas: Size | null = null;
  let size: Size | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const kind = textAt(bytes, at, 4);
    const end = at + 8 + view.getUint32(at + 4, true);
    if (end > bytes.length) return null;
    const chunk = padded(bytes.slice(at, end));
    if (kind === 'VP8X') {
      canvas = canvasOf(chunk);
      if (!canvas) return null;
      chunk[8] = (chunk[8] ?? 0) & ~SAYS_MORE;
    } else if (kind === 'VP8 ' || kind === 'VP8L') {
      if (size) return null;
      size = kind === 'VP8 ' ? sizeOfLossy(chunk) : sizeOfLossless(chunk);
      if (!size) return null;
    }
    if (WEBP_PARTS.has(kind)) kept.push(chunk);
    at += chunk.length;
  }
  if (!size || (canvas && !isSameSize(canvas, size))) return null;
  const head = bytes.slice(0, 12);
  const whole = joined([head, ...kept]);
  viewOf(whole).setUint32(4, whole.length - 8, true);
  return { bytes: whole, ...size };
}

/**
 * A square PNG as browsers write it, without what a program wrote beside the picture. Null if the bytes are none, damaged,
 * or larger than `most` pixels wide.
 */
export function plainPng(bytes: Uint8Array, most: number): PlainPicture | null {
  if (textAt(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  const view = viewOf(bytes);
  const kept = [bytes.subarray(0, 8)];
  const content: Uint8Array[] = [];
  let head: Uint8Array | null = null;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + view.getUint32(at);
    if (end > bytes.length) return null;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null;
    const kind = textAt(bytes, at + 4, 4);
    if (kind === 'IHDR') head ??= bytes.subarray(at + 8, end - 4);
    if (kind === 'IDAT') content.push(bytes.subarray(at + 8, end - 4));
    if (['IHDR', 'IDAT', 'IEND'].includes(kind)) kept.push(bytes.subarray(at, end));
    at = end;
    if (kind !== 'IEND') continue;
    const side = head && sideOfPng(head, joined(content), most);
    return side ? { bytes: joined(kept), width: side, height: side } : null;
  }
  return null;
}

interface Size {
  width: number;
  height: number;
}

export function isSameSize(one: Size, other: Size): boolean {
  return one.width === other.width && one.height === other.height;
}

const SOI = 0xffd8;
const EOI = 0xd9;
const SCAN = 0xda;
/** Browsers show baseline, extended and progressive frames only. */
const LAST_FRAME = 0xc2;
/** The segments for programs that a browser needs, by the text that they begin with. */
const NEEDED: Readonly<Record<number, string>> = {
  224: 'JFIF\0',
  226: 'ICC_PROFILE\0',
  238: 'Adobe',
};

function isFrame(marker: number): boolean {
  // The markers between them define tables.
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

function isBeside(marker: number, content: Uint8Array): boolean {
  if (marker === 0xfe) return true;
  if (marker < 0xe0 || marker > 0xef) return false;
  const needed = NEEDED[marker];
  return needed === undefined || textAt(content, 0, needed.length) !== needed;
}

/** Where the next marker stands: within a scan, 0xff is a byte if a zero follows, or the restart of a part. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at + 1 < bytes.length; at += 1) {
    const next = bytes[at + 1] ?? 0;
    if (bytes[at] === 0xff && next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7))
      return at;
  }
  return bytes.length;
}

/** A picture has at least a bit for each of these. */
function blocksOf({ width, height }: Size): number {
  return Math.ceil(width / 8) * Math.ceil(height / 8);
}

const WEBP_PARTS: ReadonlySet<string> = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ICCP']);
/** The bits of EXIF and XMP. */
const SAYS_MORE = 0x0c;
const ANIMATED = 0x02;

function canvasOf(chunk: Uint8Array): Size | null {
  if (chunk.length < 18 || ((chunk[8] ?? 0) & ANIMATED) !== 0) return null;
  const view = viewOf(chunk);
  return sized(1 + (view.getUint32(12, true) & 0xffffff), 1 + (view.getUint32(14, true) >>> 8));
}

/** The first part of a lossy picture must be there, too. */
function sizeOfLossy(chunk: Uint8Array): Size | null {
  if (chunk.length < 18) return null;
  const view = viewOf(chunk);
  const tag = view.getUint32(8, true) & 0xffffff;
  const isKeyFrame = (tag & 1) === 0 && (view.getUint32(11, true) & 0xffffff) === 0x2a019d;
  if (!isKeyFrame || chunk.length < 18 + (tag >> 5) || tag >> 5 === 0) return null;
  return sized(view.getUint16(14, true) & 0x3fff, view.getUint16(16, true) & 0x3fff);
}

function sizeOfLossless(chunk: Uint8Array): Size | null {
  if (chunk.length < 14 || chunk[8] !== 0x2f) return null;
  const bits = viewOf(chunk).getUint32(9, true);
  return sized((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}

function sized(width: number, height: number): Size | null {
  return width > 0 && height > 0 ? { width, height } : null;
}

/** Null if the pixels are not all there. */
function sideOfPng(head: Uint8Array, content: Uint8Array, most: number): number | null {
  if (head.length !== 13) return null;
  const view = viewOf(head);
  const side = view.getUint32(0);
  if (side === 0 || side > most || view.getUint32(4) !== side) return null;
  // The bytes of a pixel: red, green and blue, with or without alpha.
  const pixel = { '8,2,0,0,0': 3, '8,6,0,0,0': 4 }[head.subarray(8).join()];
  if (!pixel) return null;
  const whole = side * (1 + side * pixel);
  try {
    const pixels = inflateSync(content, { maxOutputLength: whole });
    return pixels.length === whole ? side : null;
  } catch {
    return null;
  }
}

function padded(chunk: Uint8Array): Uint8Array {
  return chunk.length % 2 === 0 ? chunk : joined([chunk, new Uint8Array(1)]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
