import { Close, Content, Portal, Root, Title } from 'radix-ui/dialog';
import { useEffect } from 'react';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { closeIcon } from '#pwa/ui/icons.ts';
import { useReturnFocus } from '#pwa/ui/use-return-focus.ts';
import type { QrMatrix } from './draw-qr.ts';
import styles from './full-screen-code.module.css';
import { QrDrawing } from './qr-drawing.tsx';

interface FullScreenCodeProps {
  /** The texts of the language in which the campaign speaks to visitors. */
  printed: TextAccess['t'];
  language: string;
  url: string;
  matrix: QrMatrix;
  onClose: () => void;
}

/**
 * The code alone, as large as the screen, on white: for phones that are held to it. The screen stays on.
 * Where the browser can, its own bars are gone.
 */
export function FullScreenCode({ printed, language, url, matrix, onClose }: FullScreenCodeProps) {
  const { t } = useText();
  const focus = useReturnFocus();
  useScreenOn();
  useFullScreen(onClose);
  return (
    <Root open onOpenChange={onClose}>
      <Portal>
        <Content className={styles.screen} {...focus} aria-describedby={undefined}>
          <Title className={styles.name} lang={language}>
            {printed('brand.name')}
          </Title>
          <QrDrawing matrix={matrix} className={styles.code} />
          <p className={styles.words} lang={language}>
            {printed('campaigns.qr.printHint')}
            <span>{new URL(url).host}</span>
          </p>
          <Close asChild>
            <IconButton icon={closeIcon} label={t('common.close')} className={styles.close} />
          </Close>
        </Content>
      </Portal>
    </Root>
  );
}

/** Keeps the screen on, where the browser can; it lets go of the lock whenever the page is hidden. */
function useScreenOn(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    async function hold(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      // Older browsers have none; a phone that saves power refuses.
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
      if (isOver) await lock?.release();
    }
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}

/** Leaves the view with the full screen of the browser, which Esc or a swipe ends, and the other way round. */
function useFullScreen(onClose: () => void): void {
  useEffect(() => {
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    function follow(): void {
      if (!document.fullscreenElement) onClose();
    }
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, [onClose]);
}
