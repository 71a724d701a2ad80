import { linkOptions } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import { recordOf } from '#pwa/local/outbox/lane.ts';
import { isOnlyHere, retry } from '#pwa/local/outbox/outbox-actions.ts';
import { useOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { takeBack } from '#pwa/local/outbox/undo.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { arrowUpIcon, chevronRightIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { ChangeNote, ChangeText, useRecordName } from './change-text.tsx';
import { failureText } from './change-toast.ts';
import { EditChangeDialog, editableTexts } from './edit-change-dialog.tsx';
import { showNotSaved } from './not-saved.ts';
import styles from './waiting-change.module.css';

interface WaitingChangeProps {
  entry: OutboxEntry;
  /** Changes that can be sent only after this one. */
  behind: number;
}

/** Changes that can be sent only after this one. */
export function behind({ entity, key, seq }: OutboxEntry, all: readonly OutboxEntry[]): number {
  return all.filter(
    (other) => other.dependsOn === key || (other.entity === entity && other.seq > seq),
  ).length;
}

/** A refused change in words, with the reason and what a person can do. */
export function RefusedChange({ entry, behind }: WaitingChangeProps) {
  return (
    <Card className={primitives.stack3}>
      <ChangeText entry={entry} />
      {entry.failure && <LastFailure failure={entry.failure} />}
      <Refusal entry={entry} behind={behind} />
      <Actions entry={entry} behind={behind} />
    </Card>
  );
}

/** The same on the page of its record. */
export function RefusedHere({ entity }: { entity: string }) {
  const outbox = useOutbox();
  return outbox
    ?.filter((entry) => entry.state === 'refused' && entry.entity === entity)
    .map((entry) => {
      const refused = { entry, behind: behind(entry, outbox) };
      return <Refusal key={entry.seq} {...refused} actions={<Actions {...refused} isHere />} />;
    });
}

function Refusal({ entry, behind, actions }: WaitingChangeProps & { actions?: ReactNode }) {
  const { t } = useText();
  return (
    <Notice tone="red" title={t('sync.refusal.title')} actions={actions}>
      {actions && (
        <p>
          {definitionOf(entry).describe(entry, t)} <ChangeNote entry={entry} />
        </p>
      )}
      {entry.reason && t('sync.refusal.why', { message: problemText(t, entry.reason.problem) })}
      {behind > 0 && <p>{t('sync.refusal.blocked', { count: behind })}</p>}
    </Notice>
  );
}

/** A change that waits, in one line. Opened, it shows its note, its time and what a person can do. */
export function WaitingLine({ entry, behind }: WaitingChangeProps) {
  const { t } = useText();
  const name = useRecordName(entry);
  const kind = definitionOf(entry);
  const act = kind.describe(entry, t);
  const note = kind.note?.(entry);
  const { refusedBefore } = entry;
  const isSending = !useIsOffline() && entry.state === 'sending';
  return (
    <li className={styles.item}>
      <details>
        <summary className={styles.line}>
          <Icon
            shape={isSending ? arrowUpIcon : clockIcon}
            label={t(isSending ? 'sync.row.sending' : 'sync.row.not-sent')}
          />
          <span className={styles.words}>
            <strong>{name ?? t('sync.change.gone')}</strong>
            {` · ${note ? t('sync.toast.change', { name: act, change: note }) : act}`}
          </span>
          <Icon shape={chevronRightIcon} className={styles.chevron} />
        </summary>
        <div className={styles.opened}>
          <ChangeNote entry={entry} />
          <Actions entry={entry} behind={behind} />
        </div>
      </details>
      {refusedBefore && (
        <p className={classNames(styles.failure, styles.before)}>
          {t('sync.refusal.title')}.{' '}
          {t('sync.refusal.why', { message: problemText(t, refusedBefore.problem) })}
        </p>
      )}
    </li>
  );
}

function Actions({ entry, behind, isHere = false }: WaitingChangeProps & { isHere?: boolean }) {
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
    <div className={`${primitives.row2} ${styles.actions}`}>
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
      {!isHere && <RecordLink entry={entry} />}
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
        onClose={() => setOpen(null)}
        onConfirm={() => void drop()}
      />
    </div>
  );
}

/** Whether later changes are dropped with this one, because it creates their record. */
function takesAlong(entry: OutboxEntry, behind: number): boolean {
  return behind > 0 && definitionOf(entry).makes !== undefined;
}

/** A link to the changed record; none for a saved view or the note of an export. */
function RecordLink({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const link = linkTo(entry.entity);
  return (
    link && (
      <OfficeLink variant="quiet" {...link}>
        {t('sync.page.open')}
      </OfficeLink>
    )
  );
}

/** Where the record of a lane is shown; null if it has no page. */
export function linkTo(lane: string) {
  const record = recordOf(lane);
  if (!record) return null;
  const { list, id } = record;
  if (list === 'campaigns') return linkOptions({ to: APP_PATHS.campaigns });
  const to = list === 'contacts' ? APP_PATHS.contact : APP_PATHS.application;
  return linkOptions({ to, params: { id: String(id) } });
}

/** Characters shown of a request id; the report has all. */
const SHORT_ID = 8;

/** What happened when a change was last sent, when, and under which request id. */
export function LastFailure({ failure }: { failure: SendFailure }) {
  const { t } = useText();
  const { requestId, at } = failure;
  return (
    <p className={styles.failure}>
      {failureText(t, failure)}
      {' · '}
      {formatMoment(new Date(at).toISOString())}
      {requestId !== null && (
        <>
          {' · '}
          {t('sync.lastFailure.request', { id: requestId.slice(0, SHORT_ID) })}
        </>
      )}
    </p>
  );
}
