import { drawQr, exactWidth, type QrMatrix, QUIET_ZONE, qrMatrix, qrPath } from './draw-qr.ts';
import { readQrFile } from './read-qr.ts';

/** A code that a decoder has read back correctly. */
export interface CheckedCode {
  matrix: QrMatrix;
  png: Blob;
  svg: Blob;
}

/** The least width of a PNG for print, in pixels. */
const LEAST_PIXELS = 1024;

/**
 * The files of a code. Each is read back first, because a printed code cannot be recalled. Throws
 * RangeError if the text is too long for a code, and Error if a file cannot be read back.
 */
export async function checkedCode(text: string): Promise<CheckedCode> {
  const matrix = await qrMatrix(text);
  const files = { png: await pngOf(matrix), svg: svgOf(matrix) };
  for (const [kind, file] of Object.entries(files)) {
    if ((await readQrFile(file)) !== text)
      throw new Error(`The ${kind} of a code is not its text.`);
  }
  return { matrix, ...files };
}

/** At least 1024 pixels wide, with whole pixels per module and the quiet zone inside. */
function pngOf(matrix: QrMatrix): Promise<Blob> {
  const canvas = document.createElement('canvas');
  drawQr(canvas, matrix, { width: exactWidth(matrix, LEAST_PIXELS), quiet: true });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not write a PNG.'));
    }, 'image/png');
  });
}

/** As large as the PNG by default. */
function svgOf(matrix: QrMatrix): Blob {
  const across = matrix.size + 2 * QUIET_ZONE;
  const width = exactWidth(matrix, LEAST_PIXELS);
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}"`,
    ` viewBox="0 0 ${across} ${across}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${across}v${across}H0z"/>`,
    `<path fill="#000" d="${qrPath(matrix)}"/></svg>`,
  ].join('');
  return new Blob([svg], { type: 'image/svg+xml' });
}
