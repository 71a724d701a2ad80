import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { drawQr, qrMatrix } from './draw-qr.ts';
import styles from './qr-code.module.css';

interface QrCodeProps {
  /** The encoded text. */
  text: string;
  /** The edge of the drawing, in CSS pixels. */
  width: 150 | 250;
  /** The accessible name. */
  label: string;
  /** Shown after the warning that the code is too fine to scan at this width. */
  tooFine?: ReactNode;
}

/** Screen pixels per module that a phone needs at least. */
const LEAST_PIXELS = 2;

/**
 * A QR code, drawn on this device: works offline. One bitmap pixel is one screen pixel at every zoom.
 * The white quiet zone is around it.
 */
export function QrCode({ text, width, label, tooFine }: QrCodeProps) {
  const { t } = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = usePixelRatio();
  const [fine, setFine] = useState(false);
  const [failure, setFailure] = useState<'tooLong' | 'drawFailed' | null>(null);

  useEffect(() => {
    let left = false;
    qrMatrix(text)
      .then((matrix) => {
        if (left) return;
        setFailure(null);
        if (!canvas.current) return;
        const pixels = drawQr(canvas.current, matrix, { width: Math.round(width * ratio) });
        setFine(pixels < LEAST_PIXELS);
        const edge = `${canvas.current.width / ratio}px`;
        Object.assign(canvas.current.style, { width: edge, height: edge });
      })
      .catch((error: unknown) => {
        console.error(error);
        if (!left) setFailure(error instanceof RangeError ? 'tooLong' : 'drawFailed');
      });
    return () => {
      left = true;
    };
  }, [text, width, ratio]);

  return (
    <>
      <div className={styles.paper} data-width={width}>
        <canvas
          ref={canvas}
          width={width}
          height={width}
          role="img"
          aria-label={label}
          hidden={failure !== null}
          className={styles.code}
        />
        {failure !== null && <p className={styles.failure}>{t(`campaigns.qr.${failure}`)}</p>}
      </div>
      {fine && failure === null && (
        <p className={styles.fine}>
          {t(width === 150 ? 'campaigns.qr.fine' : 'campaigns.qr.fineAnyway')} {tooFine}
        </p>
      )}
    </>
  );
}

/** Device pixels per CSS pixel; follows zoom and a move to another screen. */
function usePixelRatio(): number {
  const [ratio, setRatio] = useState(() => devicePixelRatio);

  useEffect(() => {
    const same = matchMedia(`(resolution: ${ratio}dppx)`);
    const follow = () => setRatio(devicePixelRatio);
    same.addEventListener('change', follow);
    return () => same.removeEventListener('change', follow);
  }, [ratio]);
  return ratio;
}
