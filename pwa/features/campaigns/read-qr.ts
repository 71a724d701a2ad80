import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';

/**
 * What the code in a picture file says; null when it cannot be read. The browser paints the file as
 * it would on a page, and a decoder that shares nothing with what drew the code reads the pixels.
 */
export async function readQrFile(file: Blob): Promise<string | null> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    if (!brush) return null;
    brush.drawImage(image, 0, 0);
    return await read(brush.getImageData(0, 0, canvas.width, canvas.height));
  } finally {
    URL.revokeObjectURL(address);
  }
}

const decoder = lazyPartAhead(() => import('qr/decode.js'));

async function read(picture: ImageData): Promise<string | null> {
  const { decodeQR } = await decoder();
  try {
    // It may take its time: the default is that of one frame of a camera.
    return decodeQR(picture, { format: 'RGBA', timeLimit: 2_000 });
  } catch {
    return null;
  }
}
