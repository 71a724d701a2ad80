import type { ReactElement } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './install-sheet.module.css';

/** A phone's lower edge with the browser's bar; press the arrow out of the box. */
const SHARE = (
  <>
    <path d="M4 0v48h112V0M4 22h112" />
    <path className={styles.press} d="M54 31h-4v13h20V31h-4M60 37V25M55 29l5-5 5 5" />
  </>
);
/** Rows of a menu; press the one with the plus. */
const ADD = (
  <>
    <path d="M12 8h96M12 40h96" />
    <rect className={styles.press} x="8" y="14" width="104" height="20" rx="6" />
    <path className={styles.press} d="M92 24h12M98 18v12M18 24h46" />
  </>
);
/** A home screen; the app is the coloured one. */
const OPEN = (
  <>
    <rect x="14" y="14" width="20" height="20" rx="5" />
    <rect x="86" y="14" width="20" height="20" rx="5" />
    <rect className={styles.app} x="48" y="10" width="26" height="26" rx="7" />
    <path className={styles.mark} d="M61 10v8M61 28v8M54 23a7 7 0 1 0 14 0 7 7 0 1 0-14 0" />
  </>
);

/** How the app comes to the home screen of an iPhone or iPad, in three pictures. */
export function InstallSheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  return (
    <Sheet title={t('install.iosTitle')} onClose={onClose}>
      <ol className={styles.steps}>
        <Step picture={SHARE}>{t('install.iosShare')}</Step>
        <Step picture={ADD}>{t('install.iosAdd')}</Step>
        <Step picture={OPEN}>{t('install.iosOpen')}</Step>
      </ol>
    </Sheet>
  );
}

function Step({ picture, children }: { picture: ReactElement; children: string }) {
  return (
    <li className={styles.step}>
      <svg viewBox="0 0 120 48" aria-hidden="true" className={styles.picture}>
        {picture}
      </svg>
      {children}
    </li>
  );
}
