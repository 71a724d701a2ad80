import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toPalettePng } from './palette-png.ts';

test('a picture of few colours keeps every pixel, its transparent ones too', () => {
  const red = [255, 0, 0, 255];
  const green = [0, 128, 0, 255];
  const clear = [0, 0, 0, 0];
  const small = toPalettePng(aPng(2, [red, green, clear, red]));
  expect(pixelsOf(small)).toEqual([red, green, clear, red]);
});

test('a picture of many colours has 256, each near the one that it stands for', () => {
  const side = 40;
  const colours = Array.from({ length: side * side }, (_, at) => [at % 256, at >> 3, 90, 255]);
  const shown = pixelsOf(toPalettePng(aPng(side, colours)));
  expect(new Set(shown.map(String)).size).toBe(256);
  for (const [at, pixel] of shown.entries()) {
    for (const channel of [0, 1, 2, 3]) {
      const off = Math.abs((pixel[channel] ?? 0) - (colours[at]?.[channel] ?? 0));
      expect(off, `${at}`).toBeLessThan(24);
    }
  }
});

/** A square picture as a browser writes it, with every row filtered by what is above it. */
function aPng(side: number, pixels: number[][]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const flat = pixels.flat();
  const rows = Array.from({ length: side }, (_, y) => [
    2,
    ...flat
      .slice(y * side * 4, (y + 1) * side * 4)
      .map((value, x) => (value - (flat[(y - 1) * side * 4 + x] ?? 0)) & 255),
  ]);
  const data = deflateSync(Buffer.from(rows.flat()));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data)]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
}

/** The pixels of a square picture with a palette. */
function pixelsOf(png: Buffer): number[][] {
  const side = png.readUInt32BE(16);
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const size = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + size);
    expect(png.readUInt32BE(at + 8 + size)).toBe(crc32(png.subarray(at + 4, at + 8 + size)));
    parts.set(png.toString('latin1', at + 4, at + 8), data);
  }
  const [palette, alphas, rows] = [parts.get('PLTE'), parts.get('tRNS'), parts.get('IDAT')];
  if (!palette || !alphas || !rows) throw new Error('The picture has no palette.');
  const plain = inflateSync(rows);
  return Array.from({ length: side * side }, (_, at) => {
    const index = plain[Math.floor(at / side) * (side + 1) + 1 + (at % side)] ?? 0;
    return [...palette.subarray(index * 3, index * 3 + 3), alphas[index] ?? 255];
  });
}
