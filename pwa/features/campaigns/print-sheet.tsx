import { createPortal } from 'react-dom';
import { useText } from '#pwa/i18n/text-context.tsx';
import { printedMillimetres, type QrMatrix, QUIET_ZONE, qrPath } from './draw-qr.ts';
import styles from './print-sheet.module.css';

/** One code that fills an A4 page, or as many small ones as it holds. */
export type PrintLayout = 'large' | 'small';

interface PrintSheetProps {
  /** The campaign's name. */
  name: string;
  url: string;
  matrix: QrMatrix;
  layout: PrintLayout;
}

/** A4 within margins of 10 mm, and the space around a small code, in mm. */
const PAGE = { width: 190, height: 270 };
const AROUND = { width: 8, height: 16 };
/** The edges of the two sizes in mm, unless the code's own minimum is larger. */
const LARGE = 150;
const SMALL = 32;

/**
 * The printed page: a campaign's code with a line that says what to do. While it is mounted, nothing
 * else of the page is printed. It is not on the screen.
 */
export function PrintSheet({ name, url, matrix, layout }: PrintSheetProps) {
  const { t } = useText();
  const least = printedMillimetres(matrix);
  const minimum = t('campaigns.qr.minimumSize', { millimetres: least });
  const { host } = new URL(url);

  return createPortal(
    <div className={styles.sheet} data-print-sheet={layout} aria-hidden="true">
      {layout === 'large' ? (
        <>
          <p className={styles.name} dir="auto">
            {name}
          </p>
          <Code matrix={matrix} millimetres={LARGE} />
          <p className={styles.caption}>{t('campaigns.qr.printHint')}</p>
          <p className={styles.host}>{host}</p>
          <p className={styles.minimum}>{minimum}</p>
        </>
      ) : (
        <>
          <div className={styles.labels}>
            {labelsOf(Math.max(SMALL, least)).map((label) => (
              <div key={label} className={styles.label}>
                <Code matrix={matrix} millimetres={Math.max(SMALL, least)} />
                <p className={styles.small} dir="auto">
                  {name}
                </p>
              </div>
            ))}
          </div>
          <p className={styles.minimum}>{minimum}</p>
        </>
      )}
    </div>,
    document.body,
  );
}

/** The numbers of the small codes that fit on a page. */
function labelsOf(millimetres: number): number[] {
  const across = Math.floor(PAGE.width / (millimetres + AROUND.width));
  const down = Math.floor((PAGE.height - AROUND.height) / (millimetres + AROUND.height));
  return Array.from({ length: across * down }, (_, label) => label);
}

function Code({ matrix, millimetres }: { matrix: QrMatrix; millimetres: number }) {
  const across = matrix.size + 2 * QUIET_ZONE;
  return (
    <svg
      className={styles.code}
      width={`${millimetres}mm`}
      height={`${millimetres}mm`}
      viewBox={`0 0 ${across} ${across}`}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path fill="#fff" d={`M0 0h${across}v${across}H0z`} />
      <path fill="#000" d={qrPath(matrix)} />
    </svg>
  );
}
