import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import type { QrMatrix } from './draw-qr.ts';
import styles from './poster-sheet.module.css';
import { PAPERS, type Paper } from './poster-size.ts';
import { QrDrawing } from './qr-drawing.tsx';

/** What a poster says in one language, beside the code that opens the page in it. */
export interface PosterPart {
  language: string;
  headline: string;
  text: string;
  matrix: QrMatrix;
}

interface PosterSheetProps {
  paper: Paper;
  /** One to five. */
  parts: readonly PosterPart[];
  /** The edge of a code in mm. */
  edge: number;
  brand: string;
  /** The short address for people who do not scan. */
  host: string;
}

/** The printed poster: while it is mounted nothing else is printed. It is not on the screen. */
export function PosterSheet({ paper, parts, edge, brand, host }: PosterSheetProps) {
  const [width, height] = PAPERS[paper];
  return createPortal(
    <div
      className={styles.sheet}
      data-print-sheet="poster"
      data-paper={paper}
      data-parts={parts.length}
      style={{ '--width': `${width}mm` } as CSSProperties}
      aria-hidden="true"
    >
      <style>{`@page { size: ${width}mm ${height}mm; margin: 0 }`}</style>
      <p className={styles.brand}>{brand}</p>
      <div className={styles.parts}>
        {parts.map(({ language, headline, text, matrix }) => (
          <div key={language} className={styles.part} lang={language}>
            <QrDrawing matrix={matrix} className={styles.code} edge={`${edge}mm`} />
            <div className={styles.words}>
              <p className={styles.headline}>{headline}</p>
              <p className={styles.text}>{text}</p>
            </div>
          </div>
        ))}
      </div>
      <p className={styles.host}>{host}</p>
    </div>,
    document.body,
  );
}
