import { OFFER_PICTURE_BYTES, OFFER_PICTURE_SIDE } from '#contract/offers/offer.ts';
import { base64Of, encode, type Refusal, readPicture } from '#pwa/lib/picture.ts';

/** Parts of the largest side, tried in this order until the file is small enough. */
const SCALES = [1, 0.75, 0.5, 0.25];

/** A picture as a small JPEG in base64, without what the camera wrote beside it; or why there is none. */
export async function smallPicture(file: Blob): Promise<string | Refusal> {
  const picture = await readPicture(file);
  if ('reason' in picture) return picture;
  const { width, height } = picture;
  for (const scale of SCALES) {
    const factor = Math.min(1, (scale * OFFER_PICTURE_SIDE) / Math.max(width, height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * factor));
    canvas.height = Math.max(1, Math.floor(height * factor));
    const context = canvas.getContext('2d');
    if (!context) break;
    context.imageSmoothingQuality = 'high';
    // A JPEG shows transparent parts as black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const jpeg = await encode(canvas, 'image/jpeg', OFFER_PICTURE_BYTES);
    if (jpeg instanceof Blob) return base64Of(jpeg);
  }
  return { reason: 'unreadable' };
}
