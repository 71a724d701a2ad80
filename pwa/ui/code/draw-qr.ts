import { lazyPartAhead } from '#pwa/lib/lazy-part.ts';

/** The modules of a code: `size` squared, dark where `isDark` says so. */
export interface QrMatrix {
  size: number;
  isDark(row: number, column: number): boolean;
}

/** White modules around a code, as ISO/IEC 18004 asks. */
export const QUIET_ZONE = 4;

/**
 * Computes a code, by default at the highest error correction, H. The library loads when first used.
 * Throws RangeError when the text is too long for any code.
 */
export async function qrMatrix(text: string, level: 'H' | 'M' = 'H'): Promise<QrMatrix> {
  if (new TextEncoder().encode(text).length > MOST_BYTES) {
    throw new RangeError('The text is too long for a code.');
  }
  const { create } = await qrcode();
  const { modules } = create(text, { errorCorrectionLevel: level });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}

const qrcode = lazyPartAhead(() => import('qrcode'));

/** The capacity of the largest code at level H, in bytes. */
const MOST_BYTES = 1_273;

/**
 * Draws a code black on white into a square canvas of `width` device pixels, but at least one pixel per
 * module. Every module has the same whole number of pixels: nothing blurs, and the rest is white
 * margin. `quiet` keeps the quiet zone of 4 modules inside, else the caller leaves it around.
 *
 * @returns pixels per module
 */
export function drawQr(
  canvas: HTMLCanvasElement,
  matrix: QrMatrix,
  { width, quiet = false }: { width: number; quiet?: boolean },
): number {
  const across = matrix.size + (quiet ? 2 * QUIET_ZONE : 0);
  const edge = Math.max(width, across);
  const module = Math.floor(edge / across);
  const start = Math.floor((edge - module * matrix.size) / 2);

  canvas.width = edge;
  canvas.height = edge;
  const brush = canvas.getContext('2d');
  if (!brush) return module;

  brush.fillStyle = '#fff';
  brush.fillRect(0, 0, edge, edge);
  brush.fillStyle = '#000';
  for (const { row, column, length } of darkRuns(matrix)) {
    brush.fillRect(start + column * module, start + row * module, length * module, module);
  }
  return module;
}

/** The narrowest width of at least `least` pixels in which modules and quiet zone fit exactly. */
export function exactWidth(matrix: QrMatrix, least: number): number {
  const across = matrix.size + 2 * QUIET_ZONE;
  return Math.ceil(least / across) * across;
}

/** The dark modules as the path of an SVG whose unit is a module, beginning after the quiet zone. */
export function qrPath(matrix: QrMatrix): string {
  return darkRuns(matrix)
    .map(
      ({ row, column, length }) =>
        `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`,
    )
    .join('');
}

/** The dark modules as one stroke, a module wide, along the middle of each row: a third of the bytes of `qrPath`. */
export function qrLine(matrix: QrMatrix): string {
  let [x, y] = [0, 0];
  return darkRuns(matrix)
    .map(({ row, column, length }) => {
      const move = row === y ? `m${column - x} 0` : `M${column} ${row}`;
      [x, y] = [column + length, row];
      return `${move}h${length}`;
    })
    .join('');
}

/** Runs of adjacent dark modules, row by row. */
function darkRuns({ size, isDark }: QrMatrix): { row: number; column: number; length: number }[] {
  const runs = [];
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      let length = 0;
      while (column + length < size && isDark(row, column + length)) length += 1;
      if (length > 0) runs.push({ row, column, length });
      column += length;
    }
  }
  return runs;
}

/** The least edge of a printed module that a phone reads at arm's length, in mm. */
const PRINTED_MODULE = 0.4;

/** The narrowest width at which a code may be printed, quiet zone included, in whole millimetres. */
export function printedMillimetres({ size }: QrMatrix): number {
  return Math.ceil((size + 2 * QUIET_ZONE) * PRINTED_MODULE);
}
