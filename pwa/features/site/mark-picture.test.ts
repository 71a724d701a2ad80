// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { lookOf, makeMark } from './mark-picture.ts';

type Colour = readonly [number, number, number, number];
const CLEAR: Colour = [0, 0, 0, 0];
const NAVY: Colour = [10, 20, 60, 255];
const GOLD: Colour = [250, 200, 60, 255];

/** A picture of 10 × 8 pixels with a rectangle of 4 × 2 at its left, two pixels below its top. */
function drawn(mark: Colour, around: Colour) {
  const pixels = Array.from({ length: 80 }, (_, n) => {
    const [x, y] = [n % 10, Math.floor(n / 10)];
    return x >= 1 && x < 5 && y >= 2 && y < 4 ? mark : around;
  });
  return { data: Uint8ClampedArray.from(pixels.flat()), width: 10, height: 8 };
}

test('a mark is found where a picture is not transparent', () => {
  const look = lookOf(drawn(NAVY, CLEAR));
  expect(look).toMatchObject({ x: 3, y: 3, span: 4 });
  // To the corner of its farthest pixel, at least.
  expect(look?.reach).toBeGreaterThan(Math.hypot(1.5, 0.5));
});

test('a mark stands on white or on green, whichever it contrasts with', () => {
  expect(lookOf(drawn(NAVY, CLEAR))?.ground).toBe('#ffffff');
  expect(lookOf(drawn(GOLD, CLEAR))?.ground).toBe('#0d3b29');
  expect(lookOf(drawn([255, 255, 255, 255], CLEAR))?.ground).toBe('#0d3b29');
});

test('a mark with a ground of its own keeps it', () => {
  const look = lookOf(drawn(GOLD, NAVY));
  expect(look).toMatchObject({ ground: 'rgb(10,20,60)', x: 3, y: 3, span: 4 });
});

test('a picture with nothing in it is no mark', () => {
  expect(lookOf(drawn(CLEAR, CLEAR))).toBeNull();
  expect(lookOf(drawn(NAVY, NAVY))).toBeNull();
});

test('a file that is too large is not read', async () => {
  const decode = vi.fn();
  vi.stubGlobal('createImageBitmap', decode);
  expect(await makeMark(new Blob([new Uint8Array(2_000_001)]))).toEqual({ reason: 'tooLarge' });
  expect(decode).not.toHaveBeenCalled();
});

test.for([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['an SVG with a head', '\uFEFF<?xml version="1.0"?>\n<!-- A drawing -->\n<svg width="4">'],
] as const)('%s is drawn by an image, whatever its name says', async ([, text]) => {
  const sources: string[] = [];
  vi.stubGlobal('createImageBitmap', () => expect.unreachable());
  vi.stubGlobal(
    'Image',
    class {
      set src(address: string) {
        sources.push(address);
      }
      decode = () => Promise.reject(new Error('damaged'));
    },
  );
  const file = new Blob([text], { type: 'image/png' });
  expect(await makeMark(file)).toEqual({ reason: 'unreadable' });
  expect(sources).toEqual([expect.stringMatching(/^data:image\/svg\+xml;base64,/)]);
});

test('a picture of fewer pixels than a home screen shows is refused with its size', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 127, height: 300 }));
  expect(await makeMark(new Blob(['\x89PNG']))).toEqual({
    reason: 'tooSmall',
    width: 127,
    height: 300,
  });
});
