import { type FormEvent, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { lacksConsent, needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { MANY } from '#pwa/features/changes/many.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';
import { toStatusChange } from './status-rules.ts';

interface StatusFormOfManyProps {
  chosen: readonly ApplicationRow[];
  /** The status that is chosen at first. */
  wanted: Application['status'] | null;
  onDone: () => void;
}

/** One status, with an optional note, for all chosen applications; each gets a history entry. */
export function StatusFormOfMany({ chosen, wanted, onDone }: StatusFormOfManyProps) {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  const [status, setStatus] = useState(wanted);
  const [notes, setNotes] = useState('');
  const [pending, setPending] = useState(false);
  /** The open question: how many minors have no recorded consent of a guardian. */
  const [asked, setAsked] = useState<{ unguarded: number } | null>(null);
  useReportDirty(notes.trim() !== '');

  async function update(picked: Application['status']): Promise<void> {
    setPending(true);
    const body = toStatusChange(picked, notes);
    // Those that have the status already are left out, unless there is a note.
    const others = chosen.filter(({ status }) => status !== picked || body.notes);
    const changes = others.map((application) => statusChanged.make(body, application));
    const name = t('applications.total', { count: changes.length });
    if (await change(changes, { name })) onDone();
    else setPending(false);
  }

  async function ask(picked: Application['status']): Promise<void> {
    let unguarded = 0;
    for (const application of needsConsent(picked) ? chosen : []) {
      if (application.status !== picked && (await lacksConsent(mirror, application)))
        unguarded += 1;
    }
    if (chosen.length >= MANY || unguarded > 0) setAsked({ unguarded });
    else await update(picked);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (status !== null && !pending) void ask(status);
  }

  return (
    <>
      <form className={styles.form} onSubmit={submit}>
        <StatusChoices chosen={status} onChange={setStatus} />
        <TextArea
          label={t('applicationDetail.statusUpdate.notes')}
          placeholder={t('applicationDetail.statusUpdate.notesPlaceholder')}
          rows={3}
          value={notes}
          readOnly={pending}
          onChange={(event) => setNotes(event.target.value)}
        />
        <Button
          type="submit"
          size="large"
          disabled={status === null}
          busy={pending}
          busyLabel={t('select.submitting')}
        >
          {t('select.submit', { count: chosen.length })}
        </Button>
      </form>
      {asked && status !== null && (
        <ConfirmDialog
          open
          variant={status === 'rejected' ? 'danger' : 'primary'}
          title={t('select.many', { count: chosen.length })}
          description={
            <>
              <p>{t('select.manyText', { status: wordText(t, 'status', status) })}</p>
              {asked.unguarded > 0 && <p>{t('minor.chosen', { count: asked.unguarded })}</p>}
            </>
          }
          confirmLabel={
            asked.unguarded > 0
              ? t('minor.updateWithout')
              : t('select.submit', { count: chosen.length })
          }
          onClose={() => setAsked(null)}
          onConfirm={() => {
            setAsked(null);
            void update(status);
          }}
        />
      )}
    </>
  );
}
