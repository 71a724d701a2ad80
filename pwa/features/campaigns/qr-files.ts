import { drawQr, exactWidth, type QrMatrix, QUIET_ZONE, qrMatrix, qrPath } from './draw-qr.ts';
import { readQrFile } from './read-qr.ts';

/** A code that was read back and says what it should. */
export interface CheckedCode {
  matrix: QrMatrix;
  png: Blob;
  svg: Blob;
}

/** The pixels that a PNG for print has at least. */
const LEAST_PIXELS = 1024;

/**
 * The files of a code, each read back before it is given out: what was printed cannot be recalled.
 * Throws RangeError when the text is too long for a code, and Error when a file does not say it.
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

/** At least 1024 pixels wide, every module the same whole number of them, quiet zone inside. */
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

/** As large as the PNG until it is scaled. */
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
