import { Action, Close, Description, Provider, Root, Title, Viewport } from 'radix-ui/toast';
import { useEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { alertIcon, closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { dismissToast, TOAST_DURATION, type Toast, useToasts } from './toast-store.ts';
import styles from './toaster.module.css';

/**
 * The notification region. Shows the newest toast for 5 s, longer while it has the pointer or the focus.
 * A swipe of 50 px to the right dismisses it, F8 focuses it. ToasterOutlet loads it.
 *
 * @param focused take the focus at once: F8 was pressed before this was loaded
 */
export function Toaster({ focused }: { focused: boolean }) {
  const { t } = useText();
  const viewport = useRef<HTMLOListElement>(null);
  const toast = useToasts(({ toasts }) => toasts.at(-1));

  useEffect(() => {
    if (focused) viewport.current?.focus();
  }, [focused]);

  return (
    <Provider label={t('toasts.region')} swipeThreshold={50}>
      {toast && <ToastCard key={toast.id} toast={toast} />}
      {/* Radix announces a toast when it opens, but not its later words. */}
      <span role="status" className="visually-hidden">
        {toast?.open && toast.revision > 0 && `${toast.title} ${toast.description ?? ''}`}
      </span>
      {/* `aria-live` keeps the region from being hidden with all else behind a window that opens. */}
      <Viewport
        ref={viewport}
        label={t('toasts.region')}
        className={styles.viewport}
        aria-live="off"
        asChild
      >
        <div />
      </Viewport>
    </Provider>
  );
}

/** One toast. Radix announces it: its own live region is off. */
function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useText();
  const destructive = toast.kind === 'destructive';
  return (
    <Root
      type={destructive ? 'foreground' : 'background'}
      open={toast.open}
      // Radix counts from the beginning when the duration changes.
      duration={TOAST_DURATION + toast.revision}
      onOpenChange={() => dismissToast(toast.id)}
      asChild
    >
      <div
        role={destructive ? 'alert' : 'status'}
        aria-live="off"
        className={classNames(styles.toast, destructive && styles.destructive)}
      >
        {destructive && <Icon shape={alertIcon} className={styles.icon} />}
        <div className={styles.words}>
          <Title className={styles.title}>{toast.title}</Title>
          {toast.description && (
            <Description className={styles.description}>
              {toast.description.split('\n').map((sentence) => (
                <span key={sentence}>{sentence}</span>
              ))}
            </Description>
          )}
        </div>
        {[...(toast.more ?? []), ...(toast.action ? [toast.action] : [])].map(
          ({ label, onPress }) => (
            <Action key={label} altText={label} onClick={onPress} asChild>
              <button type="button" className={styles.action}>
                {label}
              </button>
            </Action>
          ),
        )}
        <Close asChild>
          <IconButton icon={closeIcon} label={t('toasts.close')} className={styles.close} />
        </Close>
      </div>
    </Root>
  );
}
