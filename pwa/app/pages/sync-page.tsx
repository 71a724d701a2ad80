import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { ChangeText } from '#pwa/app/change-text.tsx';
import { useOutbox } from '#pwa/app/use-outbox.ts';
import { useTitle } from '#pwa/app/use-title.ts';
import { ConflictNotice } from '#pwa/features/applications/conflict-notice.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/clipboard.ts';
import { useConflicts } from '#pwa/local/conflicts.ts';
import type { Conflict } from '#pwa/local/mirror.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { readApplication } from '#pwa/local/read-applications.ts';
import { discard, retry } from '#pwa/local/refusals.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { ConfirmDialog } from '#pwa/ui/confirm-dialog.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { alertIcon, checkCircleIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showNotSaved } from '#pwa/ui/outcome-toast.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { WaitingMark } from '#pwa/ui/waiting-mark.tsx';
import styles from './sync-page.module.css';

/** Everything that is on this phone and not on the server, and what needs a decision (W-11, W-12). */
export function SyncPage() {
  const { t } = useText();
  const outbox = useOutbox();
  const conflicts = useConflicts();
  const engine = useEngine();
  useTitle(t('titles.sync'));
  const nothing = outbox?.length === 0 && conflicts?.length === 0;

  return (
    <div className={styles.page}>
      <PageHead
        title={t('sync.page.title')}
        actions={
          outbox &&
          outbox.length > 0 && (
            <Button variant="secondary" onClick={() => void engine?.sendNow()}>
              {t('sync.page.sendNow')}
            </Button>
          )
        }
      >
        {t('sync.page.text')}
      </PageHead>
      {conflicts?.map((conflict) => (
        <OpenConflict key={conflict.key} conflict={conflict} />
      ))}
      {!outbox && <SkeletonRows rows={2} />}
      {nothing && (
        <EmptyState icon={checkCircleIcon} title={t('sync.page.empty')}>
          {t('sync.page.emptyText')}
        </EmptyState>
      )}
      {outbox?.map((entry) => (
        <Change key={entry.key} entry={entry} />
      ))}
    </div>
  );
}

function OpenConflict({ conflict }: { conflict: Conflict }) {
  const mirror = useMirror();
  const { applicationId } = conflict;
  const name = useLiveQuery(
    async () => (await readApplication(mirror, applicationId))?.playerName,
    [mirror, applicationId],
  );
  return (
    <section>
      <h2 className={styles.name}>{name}</h2>
      <ConflictNotice conflict={conflict} />
    </section>
  );
}

function Change({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const mirror = useMirror();
  const [discarding, setDiscarding] = useState(false);
  const { key, state, reason, tries } = entry;
  const typed = textOf(entry);

  function act(action: typeof retry | typeof discard): void {
    action(mirror, key).catch((error: unknown) => showNotSaved(t, error));
  }

  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <ChangeText entry={entry} />
        <WaitingMark waiting={state === 'waiting' ? 'not-sent' : state} />
      </div>
      {tries > 0 && state === 'waiting' && (
        <p className={styles.tries}>{t('sync.page.tries', { count: tries })}</p>
      )}
      {reason && (
        <Notice icon={alertIcon} tone="red" title={t('sync.refusal.title')}>
          {t('sync.refusal.why', { message: t(`problem.${reason.problem.code}`) })}
        </Notice>
      )}
      {state !== 'sending' && (
        <div className={styles.actions}>
          {state === 'refused' && (
            <Button onClick={() => act(retry)}>{t('sync.refusal.retry')}</Button>
          )}
          {typed !== '' && (
            <Button variant="secondary" onClick={() => void copyText(typed)}>
              {t('sync.refusal.copy')}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setDiscarding(true)}>
            {t('sync.refusal.discard')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={t('sync.refusal.discardTitle')}
        description={t('sync.refusal.discardText')}
        confirmLabel={t('sync.refusal.discard')}
        open={discarding}
        onOpenChange={setDiscarding}
        onConfirm={() => {
          setDiscarding(false);
          act(discard);
        }}
      />
    </Card>
  );
}

/** What the person typed, for the clipboard: the note, or every field that has a value. */
function textOf(entry: OutboxEntry): string {
  if (entry.type === 'contact-converted' || entry.type === 'contact-state-changed') return '';
  if (entry.type === 'follow-up-set' || entry.type === 'campaign-deleted') return '';
  if (entry.type === 'status-changed') return entry.body.notes ?? '';
  const { id: _id, ...fields } = { id: '', ...entry.body };
  return Object.values(fields)
    .filter((value) => typeof value === 'string')
    .join('\n');
}
