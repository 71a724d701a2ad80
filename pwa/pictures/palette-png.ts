import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Colours in the smaller picture; a byte for each pixel. */
const COLOURS = 256;
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

interface Raw {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, in one number. */
  pixels: Uint32Array;
}

/**
 * The same picture with at most 256 colours: a quarter of the bytes, and no difference that an eye
 * finds in drawings and screenshots.
 *
 * @param png of 8 bits a channel, with or without alpha, as browsers write it
 */
export function toPalettePng(png: Buffer): Buffer {
  const { width, height, pixels } = decode(png);
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const palette = paletteOf(counts);
  const nearest = new Map([...counts.keys()].map((colour) => [colour, closest(palette, colour)]));

  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = nearest.get(pixels[y * width + x] ?? 0) ?? 0;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => channelsOf(colour).slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((colour) => channelsOf(colour)[3] ?? 255))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Median cut: the box of colours that covers the most is halved until there are enough. */
function paletteOf(counts: Map<number, number>): number[] {
  const boxes = [[...counts]];
  while (boxes.length < COLOURS) {
    const cut = boxes
      .map((box, at) => ({ at, ...widest(box) }))
      .reduce((one, other) => (other.weight > one.weight ? other : one));
    if (cut.weight === 0) break;
    const box = boxes[cut.at] ?? [];
    box.sort(([one], [other]) => channel(one, cut.channel) - channel(other, cut.channel));
    boxes.push(box.splice(Math.max(1, halfOf(box))));
  }
  return boxes.map(mostFrequent);
}

/** The channel in which a box reaches farthest, and how much there is to gain by cutting it. */
function widest(box: [number, number][]): { channel: number; weight: number } {
  if (box.length < 2) return { channel: 0, weight: 0 };
  const total = box.reduce((sum, [, count]) => sum + count, 0);
  const spans = [0, 1, 2, 3].map((at) => {
    const values = box.map(([colour]) => channel(colour, at));
    return (
      values.reduce((a, b) => Math.max(a, b), 0) - values.reduce((a, b) => Math.min(a, b), 255)
    );
  });
  const span = Math.max(...spans);
  // The square root keeps a large ground from taking all the colours away from small details.
  return { channel: spans.indexOf(span), weight: span * span * Math.sqrt(total) };
}

/** Where half of the pixels of a sorted box lie before; never the whole box. */
function halfOf(box: [number, number][]): number {
  const total = box.reduce((sum, [, count]) => sum + count, 0);
  let sum = 0;
  const at = box.findIndex(([, count]) => {
    sum += count;
    return sum * 2 > total;
  });
  return Math.min(at, box.length - 1);
}

function mostFrequent(box: [number, number][]): number {
  return box.reduce((one, other) => (other[1] > one[1] ? other : one))[0];
}

function closest(palette: number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [at, other] of palette.entries()) {
    let distance = 0;
    for (const each of [0, 1, 2, 3])
      distance += (channel(colour, each) - channel(other, each)) ** 2;
    if (distance < least) {
      least = distance;
      best = at;
    }
  }
  return best;
}

function channel(colour: number, at: number): number {
  return (colour >>> (24 - 8 * at)) & 255;
}

function channelsOf(colour: number): number[] {
  return [0, 1, 2, 3].map((at) => channel(colour, at));
}

function decode(png: Buffer): Raw {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const bytes = png[25] === 6 ? 4 : 3;
  if (png[24] !== 8 || (png[25] !== 2 && png[25] !== 6) || png[28] !== 0) {
    throw new Error('Only plain pictures of 8 bits a channel can be made smaller.');
  }
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const size = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') {
      data.push(png.subarray(at + 8, at + 8 + size));
    }
  }
  const plain = unfilter(inflateSync(Buffer.concat(data)), width * bytes, height, bytes);
  const pixels = new Uint32Array(width * height);
  for (let at = 0; at < pixels.length; at += 1) {
    const from = at * bytes;
    const alpha = bytes === 4 ? (plain[from + 3] ?? 0) : 255;
    const [red = 0, green = 0, blue = 0] = plain.subarray(from, from + 3);
    pixels[at] = alpha === 0 ? 0 : (red << 24) | (green << 16) | (blue << 8) | alpha;
  }
  return { width, height, pixels };
}

/** Takes the five filters of PNG off its rows. */
function unfilter(rows: Buffer, stride: number, height: number, bytes: number): Buffer {
  const plain = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= bytes ? (plain[at - bytes] ?? 0) : 0;
      const up = y > 0 ? (plain[at - stride] ?? 0) : 0;
      const corner = x >= bytes && y > 0 ? (plain[at - stride - bytes] ?? 0) : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      plain[at] = (rows[y * (stride + 1) + 1 + x] ?? 0) + guess;
    }
  }
  return plain;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(guess - each)) as [
    number,
    number,
    number,
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(body, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
