import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';

/**
 * The text of the code in an image file; null if it cannot be read. The browser renders the file, and
 * a decoder that shares no code with the encoder reads the pixels.
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
    // The default is for one frame of a camera: here the decoder may take longer.
    return decodeQR(picture, { format: 'RGBA', timeLimit: 2_000 });
  } catch {
    return null;
  }
}
