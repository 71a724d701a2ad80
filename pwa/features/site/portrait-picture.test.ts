import { expect, test } from 'vitest';
import { drawCrop } from './portrait-picture.ts';

test('what is transparent in a picture is white in the portrait', () => {
  const steps: string[] = [];
  const context = {
    fillRect: (...area: number[]) =>
      steps.push(`${Reflect.get(context, 'fillStyle')} ${area.join(' ')}`),
    drawImage: () => steps.push('picture'),
  };
  const canvas = { width: 80, height: 100, getContext: () => context };
  // A test has no canvas.
  drawCrop(canvas as unknown as HTMLCanvasElement, { width: 400, height: 500 } as ImageBitmap, {
    zoom: 1,
    x: 0,
    y: 0,
  });
  expect(steps).toEqual(['#fff 0 0 80 100', 'picture']);
});
