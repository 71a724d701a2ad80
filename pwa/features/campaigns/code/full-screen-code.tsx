import { Close, Content, Portal, Root, Title } from 'radix-ui/dialog';
import { type ReactNode, useEffect, useRef } from 'react';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import type { QrMatrix } from '#pwa/ui/code/draw-qr.ts';
import { QrDrawing } from '#pwa/ui/code/qr-drawing.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { useScreenOn } from '#pwa/ui/screen/use-screen-on.ts';
import { escapeCloses } from '#pwa/ui/windows/escape-closes.ts';
import { useOpenWindow } from '#pwa/ui/windows/open-windows.ts';
import { useReturnFocus } from '#pwa/ui/windows/use-return-focus.ts';
import styles from './full-screen-code.module.css';

interface FullScreenCodeProps {
  /** The texts of the language in which the campaign speaks to visitors. */
  printed: TextAccess['t'];
  language: string;
  url: string;
  matrix: QrMatrix;
  onClose: () => void;
  /** Under the code, for the agent. */
  children: ReactNode;
}

/**
 * The code alone, as large as the screen, on white: for phones that are held to it. The screen stays on.
 * Where the browser can, its own bars are gone.
 */
export function FullScreenCode({
  printed,
  language,
  url,
  matrix,
  onClose,
  children,
}: FullScreenCodeProps) {
  const { t } = useText();
  const focus = useReturnFocus(true);
  useOpenWindow(true, onClose);
  useScreenOn();
  useFullScreen(onClose);
  return (
    <Root open onOpenChange={onClose}>
      <Portal>
        <Content
          className={styles.screen}
          {...focus}
          onKeyDown={escapeCloses(onClose)}
          aria-describedby={undefined}
        >
          <Title className={styles.name} lang={language}>
            {printed('brand.name')}
          </Title>
          <QrDrawing matrix={matrix} className={styles.code} />
          <p className={styles.words} lang={language}>
            {printed('campaigns.qr.printHint')}
            <span>{new URL(url).host}</span>
          </p>
          {children}
          <Close asChild>
            <IconButton icon={closeIcon} label={t('common.close')} className={styles.close} />
          </Close>
        </Content>
      </Portal>
    </Root>
  );
}

/** Leaves the view with the full screen of the browser, which Esc or a swipe ends, and the other way round. */
function useFullScreen(onClose: () => void): void {
  const latest = useRef(onClose);
  useEffect(() => {
    latest.current = onClose;
  });
  useEffect(() => {
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    function follow(): void {
      if (!document.fullscreenElement) latest.current();
    }
    document.addEventListener('fullscreenchange', follow);
    return () => {
      document.removeEventListener('fullscreenchange', follow);
      if (document.fullscreenElement) void document.exitFullscreen();
    };
  }, []);
}
