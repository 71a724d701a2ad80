/** The modules of a code: `size` squared, dark where `isDark` says so. */
export interface QrMatrix {
  size: number;
  isDark(row: number, column: number): boolean;
}

/** White modules that belong around a code (ISO/IEC 18004 §9.1). */
const QUIET_ZONE = 4;

/** Computes a code at the highest error correction, H (C-06). The library loads when first used. */
export async function qrMatrix(text: string): Promise<QrMatrix> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'H' });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}

/**
 * Draws a code black on white into a square canvas of `width` device pixels. Every module gets the
 * same whole number of pixels, so nothing blurs; what is left over becomes white margin.
 * A quiet zone of 4 modules is kept inside when `quiet` is set, else the caller leaves it around.
 */
export function drawQr(
  canvas: HTMLCanvasElement,
  matrix: QrMatrix,
  { width, quiet = false }: { width: number; quiet?: boolean },
): void {
  const across = matrix.size + (quiet ? 2 * QUIET_ZONE : 0);
  const module = Math.max(1, Math.floor(width / across));
  const start = Math.floor((width - module * matrix.size) / 2);

  canvas.width = width;
  canvas.height = width;
  const brush = canvas.getContext('2d');
  if (!brush) return;

  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, width, width);
  brush.fillStyle = '#000';
  for (let row = 0; row < matrix.size; row++) {
    for (let column = 0; column < matrix.size; column++) {
      if (matrix.isDark(row, column)) {
        brush.fillRect(start + column * module, start + row * module, module, module);
      }
    }
  }
}

/** The narrowest width of at least `least` pixels in which modules and quiet zone fit exactly. */
export function exactWidth(matrix: QrMatrix, least: number): number {
  const across = matrix.size + 2 * QUIET_ZONE;
  return Math.ceil(least / across) * across;
}

/** The code as a PNG for print, at least 1024 pixels wide, with its quiet zone (C-18, Q-24). */
export async function qrPng(text: string): Promise<Blob> {
  const matrix = await qrMatrix(text);
  const canvas = document.createElement('canvas');
  drawQr(canvas, matrix, { width: exactWidth(matrix, 1024), quiet: true });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('The browser could not write a PNG.'));
    }, 'image/png');
  });
}

/** The least edge of a printed module, in millimetres: what a phone reads at arm's length. */
const PRINTED_MODULE = 0.4;

/** The narrowest width at which a code may be printed, quiet zone included, in whole millimetres. */
export async function printedMillimetres(text: string): Promise<number> {
  const { size } = await qrMatrix(text);
  return Math.ceil((size + 2 * QUIET_ZONE) * PRINTED_MODULE);
}
