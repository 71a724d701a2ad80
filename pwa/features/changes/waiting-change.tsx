import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { isOnlyHere, retry, takeBack } from '#pwa/local/outbox/outbox-actions.ts';
import { dueAt } from '#pwa/sync/retry-time.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { alertIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { ChangeText } from './change-text.tsx';
import { EditChangeDialog } from './edit-change-dialog.tsx';
import { editableTexts } from './editable-texts.ts';
import { LastFailure } from './last-failure.tsx';
import { showNotSaved } from './not-saved.ts';
import { RecordLink } from './record-link.tsx';
import styles from './waiting-change.module.css';
import { WaitingMark } from './waiting-mark.tsx';

interface WaitingChangeProps {
  entry: OutboxEntry;
  /** Changes that can be sent only after this one. */
  behind: number;
}

/** One outbox entry: the change in words, its state, and the person's actions. */
export function WaitingChange({ entry, behind }: WaitingChangeProps) {
  const { t } = useText();
  const { state, reason, failure } = entry;

  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <ChangeText entry={entry} />
        <WaitingMark waiting={state === 'waiting' ? 'not-sent' : state} />
      </div>
      <Attempts entry={entry} />
      {failure && state !== 'sending' && <LastFailure failure={failure} />}
      {reason && (
        <Notice icon={alertIcon} tone="red" title={t('sync.refusal.title')}>
          {t('sync.refusal.why', { message: problemText(t, reason.problem) })}
          {behind > 0 && <p>{t('sync.refusal.blocked', { count: behind })}</p>}
        </Notice>
      )}
      <Actions entry={entry} behind={behind} />
    </Card>
  );
}

/** The failed attempts and the time of the next one. */
function Attempts({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const { state, tries } = entry;
  if (tries === 0 || state !== 'waiting') return null;
  const now = Date.now();
  const due = dueAt(entry, now);
  const at = due > now ? new Date(due).toISOString() : null;
  return (
    <p className={styles.tries}>
      {t('sync.page.tries', { count: tries })}
      {' · '}
      {at ? t('sync.page.nextTry', { moment: formatMoment(at) }) : t('sync.page.byItself')}
    </p>
  );
}

function Actions({ entry, behind }: WaitingChangeProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [open, setOpen] = useState<'edit' | 'discard' | null>(null);
  const { key, state } = entry;
  const texts = editableTexts(entry);
  const typed = texts.flatMap(({ value }) => value || []).join('\n');
  const onlyHere = isOnlyHere(entry);

  function sendAgain(): void {
    retry(mirror, key).catch((error: unknown) => showNotSaved(t, error));
  }

  async function drop(): Promise<void> {
    try {
      // Deleting the entry also closes the dialog. It may have been sent while the dialog was open.
      if ((await takeBack(mirror, key)) !== 'sending') return;
      showToast({ title: t('sync.edit.tooLate'), kind: 'destructive' });
    } catch (error) {
      showNotSaved(t, error);
    }
    setOpen(null);
  }

  async function copy(): Promise<void> {
    const copied = await copyText(typed);
    showToast(
      copied
        ? { title: t('sync.copied') }
        : { title: t('sync.copyFailed'), kind: 'destructive' as const },
    );
  }

  return (
    <div className={styles.actions}>
      {state === 'refused' && <Button onClick={sendAgain}>{t('sync.refusal.retry')}</Button>}
      {onlyHere && texts.length > 0 && (
        <Button variant="secondary" onClick={() => setOpen('edit')}>
          {t('sync.edit.open')}
        </Button>
      )}
      {typed !== '' && (
        <Button variant="secondary" onClick={() => void copy()}>
          {t('sync.refusal.copy')}
        </Button>
      )}
      <RecordLink entry={entry} />
      {state !== 'sending' && (
        <Button variant="quiet" className={styles.discard} onClick={() => setOpen('discard')}>
          {t('sync.refusal.discard')}
        </Button>
      )}
      {open === 'edit' && <EditChangeDialog entry={entry} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        title={t('sync.refusal.discardTitle')}
        description={
          <>
            <p>{t(onlyHere ? 'sync.refusal.discardText' : 'sync.refusal.discardMaybe')}</p>
            {takesAlong(entry, behind) && <p>{t('sync.refusal.discardAlong')}</p>}
          </>
        }
        confirmLabel={t('sync.refusal.discard')}
        open={open === 'discard'}
        onOpenChange={(now) => {
          if (!now) setOpen(null);
        }}
        onConfirm={() => void drop()}
      />
    </div>
  );
}

/** Whether later changes are dropped with this one, because it creates their record. */
function takesAlong(entry: OutboxEntry, behind: number): boolean {
  return behind > 0 && definitionOf(entry).makes !== undefined;
}
