import { PORTRAIT_BYTES } from '#contract/site.ts';
import { base64Of, encode } from '#pwa/lib/picture.ts';

/** The part of a picture that becomes the portrait. */
export interface Crop {
  /** 1 shows as much as fits, 3 a third of it. */
  zoom: number;
  /** Where the part lies, from 0 (left, top) to 1. */
  x: number;
  y: number;
}

/** A portrait as it is sent: base64 without a prefix. */
export interface PortraitDraft {
  jpeg: string;
  /** Null if this browser cannot write WebP. */
  webp: string | null;
  width: number;
  height: number;
}

/** Width by height. */
const RATIO = 4 / 5;
/** Widths in pixels, tried in this order until the files are small enough. */
const WIDTHS = [640, 480, 360, 240];

/** A smaller picture would be blurred. */
export const SMALLEST = { minWidth: 240, minHeight: 300 };

/** The size of the part, and how far it can move, in pixels of the picture. */
export function partOf(picture: ImageBitmap, zoom: number) {
  const width = Math.min(picture.width, picture.height * RATIO) / zoom;
  const height = width / RATIO;
  return { width, height, room: { x: picture.width - width, y: picture.height - height } };
}

/** Draws the part onto a canvas, as large as the canvas is. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { width, height, room } = partOf(picture, crop.zoom);
  const left = room.x * crop.x;
  const top = room.y * crop.y;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  context.imageSmoothingQuality = 'high';
  // A JPEG shows transparent parts as black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
}

/**
 * The largest portrait of at most `widest` pixels that is small enough. What the camera wrote beside
 * the picture is not in it.
 */
export async function makePortrait(
  picture: ImageBitmap,
  crop: Crop,
  widest = Number.POSITIVE_INFINITY,
): Promise<PortraitDraft> {
  const part = partOf(picture, crop.zoom);
  for (const width of WIDTHS) {
    if (width > widest) continue;
    // Never larger than the part itself, except at the smallest width.
    if (width > part.width && width !== WIDTHS.at(-1)) continue;
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = width / RATIO;
    drawCrop(canvas, picture, crop);
    const webp = await encode(canvas, 'image/webp', PORTRAIT_BYTES.webp);
    const limit = webp === 'unsupported' ? PORTRAIT_BYTES.webp : PORTRAIT_BYTES.jpeg;
    const jpeg = await encode(canvas, 'image/jpeg', limit);
    if (webp === null || typeof jpeg !== 'object' || jpeg === null) continue;
    return {
      jpeg: await base64Of(jpeg),
      webp: webp === 'unsupported' ? null : await base64Of(webp),
      width: canvas.width,
      height: canvas.height,
    };
  }
  throw new Error('The picture does not get small enough.');
}

/** A picture that was made here. */
export function blobOf(base64: string, type: string): Blob {
  return new Blob([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], { type });
}
