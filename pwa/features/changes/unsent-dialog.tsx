import { useText } from '#pwa/i18n/text-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { Button } from '#pwa/ui/button.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import { ChangeText } from './change-text.tsx';
import styles from './unsent-dialog.module.css';

type HowToLeave = 'send-first' | 'keep' | 'discard';

interface UnsentDialogProps {
  /** The unsent changes, oldest first; undefined if this phone cannot read them. */
  entries: readonly OutboxEntry[] | undefined;
  /** The choice that is being carried out. */
  busy: HowToLeave | null;
  onLeave: (how: HowToLeave) => void;
  onCancel: () => void;
}

const SEND_FIRST = {
  how: 'send-first',
  label: 'logout.sendNow',
  hint: 'logout.sendNowHint',
  variant: 'primary',
} as const;

/** Lists unsent changes before a sign-out and asks whether to send, keep or discard them. */
export function UnsentDialog({ entries, busy, onLeave, onCancel }: UnsentDialogProps) {
  const { t } = useText();
  const ways = [
    ...(entries ? [SEND_FIRST] : []),
    { how: 'keep', label: 'logout.keep', hint: 'logout.keepHint', variant: 'secondary' },
    { how: 'discard', label: 'logout.discard', hint: 'logout.discardHint', variant: 'danger' },
  ] as const;

  return (
    <Dialog
      title={t('logout.title')}
      description={entries ? t('logout.text', { count: entries.length }) : t('logout.unreadable')}
      busy={busy !== null}
      onClose={onCancel}
    >
      <ul className={styles.changes}>
        {entries?.map((entry) => (
          <li key={entry.key}>
            <ChangeText entry={entry} />
          </li>
        ))}
      </ul>
      <p className={styles.warning}>{t('logout.warning')}</p>
      <div className={primitives.stack4}>
        {ways.map(({ how, label, hint, variant }) => (
          <div key={how} className={styles.way}>
            <Button
              variant={variant}
              busy={busy === how}
              busyLabel={how === 'send-first' ? t('logout.sending') : undefined}
              disabled={busy !== null && busy !== how}
              onClick={() => onLeave(how)}
            >
              {t(label)}
            </Button>
            <p>{t(hint)}</p>
          </div>
        ))}
      </div>
    </Dialog>
  );
}
