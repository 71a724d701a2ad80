import { expect, type Locator, type Page } from 'playwright/test';
import { decodeQR } from 'qr/decode.js';

/**
 * Decodes the QR code in a picture; `width` is the picture's, in pixels. The page that is tested draws it:
 * behind another page it would neither draw on nor have the focus.
 */
export async function readPicture(
  page: Page,
  picture: Buffer,
  type: 'image/png' | 'image/svg+xml' = 'image/png',
): Promise<{ text: string; width: number }> {
  const { width, height, pixels } = await page.evaluate(
    async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
      const brush = canvas.getContext('2d');
      if (!brush) throw new Error('No canvas.');
      brush.drawImage(image, 0, 0);
      const { width, height, data } = brush.getImageData(0, 0, canvas.width, canvas.height);
      // As one string: a million numbers take seconds to reach the test.
      let reds = '';
      for (let at = 0; at < data.length; at += 4) reds += String.fromCharCode(data[at] ?? 0);
      return { width, height, pixels: btoa(reds) };
    },
    `data:${type};base64,${picture.toString('base64')}`,
  );
  // A code is black and white, so its red is its green and blue too.
  const reds = Buffer.from(pixels, 'base64');
  const data = Uint8Array.from(
    { length: 3 * reds.length },
    (_, at) => reds[Math.floor(at / 3)] ?? 0,
  );
  return { text: decodeQR({ width, height, data }, { format: 'RGB', timeLimit: 5_000 }), width };
}

/** Decodes a QR code from a screenshot that includes its white border. Waits until it is drawn. */
export async function readShown(code: Locator): Promise<string> {
  let text = '';
  await expect(async () => {
    // In the middle: at the edge of a phone's window the bottom bar covers it, and what is drawn above moves it.
    await code.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const picture = await code.locator('..').screenshot();
    ({ text } = await readPicture(code.page(), picture));
  }).toPass({ timeout: 30_000 });
  return text;
}
