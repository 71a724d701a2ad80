import { type QrMatrix, QUIET_ZONE, qrPath } from './draw-qr.ts';

interface QrDrawingProps {
  matrix: QrMatrix;
  /** The length of its edge, quiet zone inside; as CSS says if it is left out. */
  edge?: string;
  className: string | undefined;
}

/** A code as vectors, black on white, of any size. What it says stands beside it. */
export function QrDrawing({ matrix, edge, className }: QrDrawingProps) {
  const across = matrix.size + 2 * QUIET_ZONE;
  return (
    <svg
      className={className}
      width={edge}
      height={edge}
      viewBox={`0 0 ${across} ${across}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path fill="#fff" d={`M0 0h${across}v${across}H0z`} />
      <path fill="#000" d={qrPath(matrix)} />
    </svg>
  );
}
