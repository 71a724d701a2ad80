import type { CSSProperties } from 'react';
import type { QrMatrix } from '#pwa/features/campaigns/code/draw-qr.ts';
import { QrDrawing } from '#pwa/features/campaigns/code/qr-drawing.tsx';
import styles from './poster.module.css';
import { PAPERS, type Paper, posterSize } from './poster-size.ts';
import { Printed } from './printed.tsx';

/** What a poster says in one language, beside the code that opens the page in it. */
export interface PosterPart {
  language: string;
  headline: string;
  text: string;
  matrix: QrMatrix;
}

interface PosterProps {
  paper: Paper;
  /** One to five. */
  parts: readonly PosterPart[];
  brand: string;
  /** The short address for people who do not scan. */
  host: string;
}

/** A poster, as wide as the `--width` of the element around it. For the eye alone: the dialog has its words, too. */
export function Poster({ paper, parts, brand, host }: PosterProps) {
  const codes = parts.map(({ matrix }) => matrix);
  const edge = posterSize(paper, codes).edge / PAPERS[paper][0];
  return (
    <div
      className={styles.poster}
      data-parts={parts.length}
      style={{ '--edge': edge } as CSSProperties}
      aria-hidden="true"
    >
      <p className={styles.brand}>{brand}</p>
      <div className={styles.parts}>
        {parts.map(({ language, headline, text, matrix }) => (
          <div key={language} className={styles.part} lang={language}>
            <QrDrawing matrix={matrix} className={styles.code} />
            <div className={styles.words}>
              <p className={styles.headline}>{headline}</p>
              <p className={styles.text}>{text}</p>
            </div>
          </div>
        ))}
      </div>
      <p className={styles.host}>{host}</p>
    </div>
  );
}

/** The printed poster. */
export function PosterSheet({ name, ...poster }: PosterProps & { name: string }) {
  const paper = PAPERS[poster.paper];
  return (
    <Printed name={name} paper={paper} margin={0}>
      <div data-paper={poster.paper} style={{ '--width': `${paper[0]}mm` } as CSSProperties}>
        <Poster {...poster} />
      </div>
    </Printed>
  );
}
