import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { useBottomBar } from '#pwa/ui/screen/use-bottom-bar.ts';
import styles from './after-reach.module.css';

interface AfterReachProps {
  title: string;
  text?: string;
  onClose: () => void;
  /** Buttons. */
  children: ReactNode;
}

/** A question above the bottom bar for who comes back from a call or a message. */
export function AfterReach({ title, text, onClose, children }: AfterReachProps) {
  const { t } = useText();
  useBottomBar('asking');
  return (
    <section ref={intoSight} className={styles.card} aria-label={title}>
      <p className={primitives.strong} role="status">
        {title}
      </p>
      <IconButton
        icon={closeIcon}
        label={t('common.close')}
        className={styles.close}
        onClick={onClose}
      />
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.actions}>{children}</div>
    </section>
  );
}

/** The question of the last row in a window is seen, too. */
function intoSight(card: HTMLElement | null): void {
  card?.scrollIntoView({ block: 'nearest' });
}
