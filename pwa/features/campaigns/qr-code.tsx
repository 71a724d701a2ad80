import { useEffect, useRef, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { drawQr, qrMatrix } from './draw-qr.ts';
import styles from './qr-code.module.css';

interface QrCodeProps {
  /** What the code says. */
  text: string;
  /** The edge of the drawing, in CSS pixels. */
  width: 150 | 250;
  /** What it is, for assistive technology. */
  label: string;
}

/**
 * A code drawn on this device, so it stands there offline too (W-19). One bitmap pixel is one pixel of
 * the screen; around it lies the white quiet zone (C-25).
 */
export function QrCode({ text, width, label }: QrCodeProps) {
  const { t } = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let left = false;
    qrMatrix(text)
      .then((matrix) => {
        if (left || !canvas.current) return;
        drawQr(canvas.current, matrix, { width: Math.round(width * devicePixelRatio) });
      })
      .catch((error: unknown) => {
        console.error(error);
        if (!left) setFailed(true);
      });
    return () => {
      left = true;
    };
  }, [text, width]);

  return (
    <div className={styles.paper} data-width={width}>
      {failed ? (
        <p role="alert">{t('campaigns.qr.drawFailed')}</p>
      ) : (
        <canvas ref={canvas} role="img" aria-label={label} className={styles.code} />
      )}
    </div>
  );
}
