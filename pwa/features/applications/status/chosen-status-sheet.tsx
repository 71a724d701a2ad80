import { type FormEvent, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { MANY } from '#pwa/features/changes/many.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';
import { toStatusChange } from './status-rules.ts';

interface ChosenStatusSheetProps {
  chosen: readonly ApplicationRow[];
  onDone: () => void;
  onClose: () => void;
}

/** One status, with an optional note, for all chosen applications; each gets a history entry. */
export function ChosenStatusSheet({ chosen, onDone, onClose }: ChosenStatusSheetProps) {
  const { t } = useText();
  const change = useChange();
  const [status, setStatus] = useState<Application['status'] | null>(null);
  const [notes, setNotes] = useState('');
  const [pending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  useReportDirty(notes.trim() !== '');
  const minors = chosen.filter((application) => minorOf(application) !== null).length;

  async function update(picked: Application['status']): Promise<void> {
    setPending(true);
    const body = toStatusChange(picked, notes);
    // Those that have the status already are left out, unless there is a note.
    const others = chosen.filter(({ status }) => status !== picked || body.notes);
    const changes = others.map((application) => statusChanged.make(body, application));
    const name = t('applications.total', { count: changes.length });
    if (await change(changes, { name })) {
      onClose();
      onDone();
    } else setPending(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (status === null || pending) return;
    if (chosen.length >= MANY) setAsking(true);
    else void update(status);
  }

  return (
    <Sheet
      title={t('select.title')}
      description={t('applications.total', { count: chosen.length })}
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <form className={styles.form} onSubmit={submit}>
        <StatusChoices chosen={status} onChange={setStatus} />
        {minors > 0 && status !== null && needsConsent(status) && (
          <p role="status">{t('minor.chosen', { count: minors })}</p>
        )}
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
      {isAsking && status !== null && (
        <ConfirmDialog
          open
          variant={status === 'rejected' ? 'danger' : 'primary'}
          title={t('select.many', { count: chosen.length })}
          description={t('select.manyText', { status: wordText(t, 'status', status) })}
          confirmLabel={t('select.submit', { count: chosen.length })}
          onOpenChange={setAsking}
          onConfirm={() => {
            setAsking(false);
            void update(status);
          }}
        />
      )}
    </Sheet>
  );
}
