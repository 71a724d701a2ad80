import type { CSSProperties } from 'react';
import { printedMillimetres, type QrMatrix } from '#pwa/ui/code/draw-qr.ts';
import { QrDrawing } from '#pwa/ui/code/qr-drawing.tsx';
import styles from './label-sheet.module.css';
import { PAPERS } from './poster-size.ts';
import { Printed } from './printed.tsx';

interface LabelSheetProps {
  brand: string;
  /** The short address for people who do not scan. */
  host: string;
  matrix: QrMatrix;
}

const MARGIN = 10;
/** The edge of a code in mm, unless its own minimum is larger, and the least space around it. */
const EDGE = 32;
const AROUND = { width: 8, height: 16 };

/** A page of A4 full of small codes, to be cut apart. */
export function LabelSheet({ brand, host, matrix }: LabelSheetProps) {
  const [width, height] = PAPERS.a4.map((edge) => edge - 2 * MARGIN) as [number, number];
  const edge = Math.max(EDGE, printedMillimetres(matrix));
  const across = Math.floor(width / (edge + AROUND.width));
  const down = Math.floor(height / (edge + AROUND.height));
  return (
    <Printed name="small" paper={PAPERS.a4} margin={MARGIN}>
      <div
        className={styles.labels}
        style={{ '--across': across, '--height': `${height}mm` } as CSSProperties}
      >
        {Array.from({ length: across * down }, (_, label) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={label} className={styles.label}>
            <p className={styles.brand}>{brand}</p>
            <QrDrawing matrix={matrix} edge={`${edge}mm`} className={undefined} />
            <p className={styles.host}>{host}</p>
          </div>
        ))}
      </div>
    </Printed>
  );
}
