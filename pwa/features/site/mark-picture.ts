import { MARK_BYTES, MARK_SIDE } from '#contract/site.ts';
import { base64Of, encode, type Refusal, readPicture } from '#pwa/lib/picture.ts';
import { BAND } from './share-card.ts';

/** A mark as it is sent: PNGs in base64 without a prefix. */
export interface MarkDraft {
  icon: string;
  tile: string;
}

/** Why a file is no mark; `empty`: it draws nothing. */
export type MarkRefusal = Refusal | { reason: 'empty' | 'tooLarge' };

/** The most bytes of a file. */
const LARGEST = 2_000_000;
/** A smaller picture would be blurred on a home screen. */
export const SMALLEST_MARK = { minWidth: 128, minHeight: 128 };
/** Sides in pixels, tried in this order until the file is small enough. */
const SIDES = { icon: [MARK_SIDE, 384, 256, 192, 144], tile: [192, 144, 96, 64, 48] };
/** The longest side of the small copy in which the mark is looked for, in pixels. */
const LOOKED_AT = 128;
/** Relative luminance below which a mark contrasts more with white than with BAND, of 0.034. */
const DARK = 0.246;

/**
 * Draws the file anew, into two squares with the mark in their middle. Scripts of an SVG do not run, and it is drawn
 * without what it refers to elsewhere.
 */
export async function makeMark(file: Blob): Promise<MarkDraft | MarkRefusal> {
  if (file.size > LARGEST) return { reason: 'tooLarge' };
  const picture = (await isSvg(file))
    ? await readSvg(file)
    : await readPicture(file, SMALLEST_MARK);
  if ('reason' in picture) return picture;
  try {
    const look = lookOf(pixelsOf(picture));
    if (!look) return { reason: 'empty' };
    return { icon: await draw('icon', picture, look), tile: await draw('tile', picture, look) };
  } catch (error) {
    console.error(error);
    return { reason: 'unreadable' };
  }
}

/** By its beginning: names and media types of files are often wrong. */
async function isSvg(file: Blob): Promise<boolean> {
  const start = (await file.slice(0, 10_000).text()).trimStart();
  return start.startsWith('<') && /<svg[\s>]/.test(start);
}

async function readSvg(file: Blob): Promise<HTMLImageElement | Refusal> {
  const image = new Image();
  image.src = `data:image/svg+xml;base64,${await base64Of(file)}`;
  const isRead = await image.decode().then(
    () => true,
    () => false,
  );
  return isRead ? image : { reason: 'unreadable' };
}

/** What is seen of a picture, in pixels of a smaller one. */
interface Look {
  /** The size of the smaller picture. */
  width: number;
  height: number;
  /** The colour around the mark. */
  ground: string;
  /** The middle of the mark. */
  x: number;
  y: number;
  /** The longer side of the mark. */
  span: number;
  /** How far the mark reaches from its middle. */
  reach: number;
}

function pixelsOf(picture: ImageBitmap | HTMLImageElement): ImageData {
  const scale = LOOKED_AT / Math.max(picture.width, picture.height);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const context = contextOf(Object.assign(document.createElement('canvas'), { width, height }));
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

/**
 * Finds the mark in a picture: the pixels that are not transparent, or differ from the colour that all four corners
 * share. Null without such a pixel.
 */
export function lookOf({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): Look | null {
  const pixelAt = (n: number): Pixel => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * n, 4 * n + 4);
    return [red, green, blue, alpha];
  };
  const end = width * height - 1;
  const corners = [0, width - 1, end - width + 1, end].map(pixelAt);
  const own = corners.every((corner) => corner[3] > 250 && isLike(corner, pixelAt(0)));
  const seen: { x: number; y: number }[] = [];
  let light = 0;
  let weight = 0;
  for (let n = 0; n <= end; n += 1) {
    const pixel = pixelAt(n);
    if (own ? isLike(pixel, pixelAt(0)) : pixel[3] < 16) continue;
    seen.push({ x: (n % width) + 0.5, y: Math.floor(n / width) + 0.5 });
    light += luminance(pixel) * pixel[3];
    weight += pixel[3];
  }
  if (seen.length === 0) return null;
  const across = rangeOf(seen.map(({ x }) => x));
  const down = rangeOf(seen.map(({ y }) => y));
  const far = seen.map(({ x, y }) => Math.hypot(x - across.middle, y - down.middle));
  const contrasting = light / weight < DARK ? '#ffffff' : BAND;
  return {
    width,
    height,
    ground: own ? `rgb(${pixelAt(0).slice(0, 3).join()})` : contrasting,
    x: across.middle,
    y: down.middle,
    span: Math.max(across.length, down.length),
    reach: rangeOf(far).most + 0.5,
  };
}

/** Red, green, blue and alpha, from 0 to 255. */
type Pixel = [number, number, number, number];

/** The range of the pixels whose middles these are. */
function rangeOf(places: readonly number[]) {
  const least = places.reduce((one, other) => Math.min(one, other));
  const most = places.reduce((one, other) => Math.max(one, other));
  return { most, middle: (least + most) / 2, length: most - least + 1 };
}

/** True if the eye takes both for one colour; a JPEG has shades. */
function isLike(one: Pixel, other: Pixel): boolean {
  return one.every((value, n) => Math.abs(value - (other[n] ?? 0)) < 24);
}

/** From 0 to 1, as WCAG defines it. */
function luminance([red, green, blue]: Pixel): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) =>
    value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * A picture of the mark, as large as its bytes allow. A launcher may cut away all but the middle circle of an icon,
 * four fifths wide; a tile is filled, and has round corners.
 */
async function draw(
  part: keyof MarkDraft,
  picture: ImageBitmap | HTMLImageElement,
  { width, height, ground, x, y, span, reach }: Look,
): Promise<string> {
  for (const side of SIDES[part]) {
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const context = contextOf(canvas);
    if (part === 'tile') {
      context.beginPath();
      context.roundRect(0, 0, side, side, side * 0.22);
      context.clip();
    }
    context.fillStyle = ground;
    context.fillRect(0, 0, side, side);
    const scale = part === 'tile' ? (0.8 * side) / span : (0.4 * side) / reach;
    context.imageSmoothingQuality = 'high';
    context.drawImage(
      picture,
      side / 2 - x * scale,
      side / 2 - y * scale,
      width * scale,
      height * scale,
    );
    const png = await encode(canvas, 'image/png', MARK_BYTES[part]);
    if (png instanceof Blob) return base64Of(png);
  }
  throw new Error('The mark does not get small enough.');
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  return context;
}
