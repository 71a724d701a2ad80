import { type FormEvent, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { lacksConsent, needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { nameOfMany, useQuestion } from '#pwa/features/changes/many.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { followUpSet, statusChanged } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { RejectionFields, useRejection } from './rejection-fields.tsx';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';
import { toStatusChange } from './status-form.tsx';

interface StatusFormOfManyProps {
  chosen: readonly ApplicationRow[];
  /** The status that is chosen at first. */
  wanted: Application['status'] | null;
  /** Without the statuses. */
  isNoteOnly: boolean;
  onDone: () => void;
}

/** One status, with an optional note, or a note alone for all chosen applications; each gets a history entry. */
export function StatusFormOfMany({ chosen, wanted, isNoteOnly, onDone }: StatusFormOfManyProps) {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  const [status, setStatus] = useState(wanted);
  const [notes, setNotes] = useState('');
  const [pending, setPending] = useState(false);
  const rejection = useRejection();
  const { reason, followUpOn } = rejection.of(status);
  const isFilled = isNoteOnly ? notes.trim() !== '' : status !== null;
  const { question, ask } = useQuestion();
  useReportDirty(notes.trim() !== '' || reason !== null || followUpOn !== undefined);

  async function update(): Promise<void> {
    setPending(true);
    // Those that have the status already are left out, unless there is a note or a reason.
    const changes = chosen.flatMap((each) => {
      const body = toStatusChange(status ?? each.status, notes, reason);
      const isSame = body.status === each.status && body.notes === null && reason === null;
      return [
        ...(isSame ? [] : [statusChanged.make(body, each)]),
        ...(followUpOn === undefined ? [] : [followUpSet.make({ followUpOn }, each)]),
      ];
    });
    const changed = new Set(changes.map(({ seen }) => seen.id));
    const others = chosen.filter(({ id }) => changed.has(id));
    if (await change(changes, { name: nameOfMany(t, applicationDefinition, others) })) onDone();
    else setPending(false);
  }

  /** How many minors have no recorded consent of a guardian. */
  async function countUnguarded(): Promise<number> {
    let unguarded = 0;
    for (const application of status && needsConsent(status) ? chosen : []) {
      if (application.status !== status && (await lacksConsent(mirror, application)))
        unguarded += 1;
    }
    return unguarded;
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isFilled || pending) return;
    const unguarded = await countUnguarded();
    ask(
      chosen.length,
      {
        variant: status === 'rejected' ? 'danger' : 'primary',
        description: (
          <>
            <p>
              {status
                ? t('select.manyText', { status: wordText(t, 'status', status) })
                : t('select.manyNotes')}
            </p>
            {unguarded > 0 && <p>{t('minor.chosen', { count: unguarded })}</p>}
          </>
        ),
        confirmLabel:
          unguarded > 0 ? t('minor.updateWithout') : t('select.submit', { count: chosen.length }),
        onConfirm: () => void update(),
      },
      unguarded > 0,
    );
  }

  return (
    <>
      <form className={styles.form} onSubmit={(event) => void submit(event)}>
        {!isNoteOnly && <StatusChoices chosen={status} onChange={setStatus} />}
        {status === 'rejected' && <RejectionFields rejection={rejection} applications={chosen} />}
        <TextArea
          label={t('applicationDetail.statusUpdate.notes')}
          placeholder={t(
            `applicationDetail.statusUpdate.${isNoteOnly ? 'notePlaceholder' : 'notesPlaceholder'}`,
          )}
          rows={3}
          autoFocus={isNoteOnly}
          value={notes}
          readOnly={pending}
          onChange={(event) => setNotes(event.target.value)}
        />
        <Button
          type="submit"
          size="large"
          className={status === 'rejected' ? styles.save : undefined}
          disabled={!isFilled}
          busy={pending}
          busyLabel={t('select.submitting')}
        >
          {t('select.submit', { count: chosen.length })}
        </Button>
      </form>
      {question}
    </>
  );
}
