import { drawQr, exactWidth, type QrMatrix, QUIET_ZONE, qrMatrix, qrPath } from './draw-qr.ts';

/** A code as modules, and as the files that are downloaded. */
export interface CodeFiles {
  matrix: QrMatrix;
  png: Blob;
  svg: Blob;
}

/** The least width of a PNG for print, in pixels. */
const LEAST_PIXELS = 1024;

/**
 * The files of a code. Throws RangeError if the text is too long for a code, and Error if the browser cannot draw it.
 */
export async function codeFiles(text: string): Promise<CodeFiles> {
  const matrix = await qrMatrix(text);
  return { matrix, png: await pngOf(matrix), svg: svgOf(matrix) };
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
