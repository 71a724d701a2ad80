import { createPortal } from 'react-dom';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { printedMillimetres, type QrMatrix } from './draw-qr.ts';
import styles from './print-sheet.module.css';
import { QrDrawing } from './qr-drawing.tsx';

/** One code that fills an A4 page, or as many small ones as it holds. */
export type PrintLayout = 'large' | 'small';

interface PrintSheetProps {
  /** The texts of the language in which the campaign speaks to visitors. */
  t: TextAccess['t'];
  language: string;
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
 * The printed page: a campaign's code, and for those who pass by who it is and what to do. The campaign's
 * own name and the smallest size are for the agent, in the dialog. While it is mounted, nothing else of
 * the page is printed. It is not on the screen.
 */
export function PrintSheet({ t, language, url, matrix, layout }: PrintSheetProps) {
  const { host } = new URL(url);

  return createPortal(
    <div className={styles.sheet} data-print-sheet={layout} lang={language} aria-hidden="true">
      {layout === 'large' ? (
        <>
          <p className={styles.name}>{t('brand.name')}</p>
          <QrDrawing matrix={matrix} className={styles.code} edge={`${LARGE}mm`} />
          <p className={styles.caption}>{t('campaigns.qr.printHint')}</p>
          <p className={styles.host}>{host}</p>
        </>
      ) : (
        <Labels matrix={matrix} host={host} />
      )}
    </div>,
    document.body,
  );
}

function Labels({ matrix, host }: { matrix: QrMatrix; host: string }) {
  const millimetres = Math.max(SMALL, printedMillimetres(matrix));
  return (
    <div className={styles.labels}>
      {labelsOf(millimetres).map((label) => (
        <div key={label} className={styles.label}>
          <QrDrawing matrix={matrix} className={styles.code} edge={`${millimetres}mm`} />
          <p className={styles.small}>{host}</p>
        </div>
      ))}
    </div>
  );
}

/** The numbers of the small codes that fit on a page. */
function labelsOf(millimetres: number): number[] {
  const across = Math.floor(PAGE.width / (millimetres + AROUND.width));
  const down = Math.floor((PAGE.height - AROUND.height) / (millimetres + AROUND.height));
  return Array.from({ length: across * down }, (_, label) => label);
}
