import { type FormEvent, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { showNotSaved, showOutcomes } from '#pwa/features/changes/outcome-toast.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { takeAllBack } from '#pwa/local/outbox-actions.ts';
import { outcomesOf } from '#pwa/local/outcome.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/dirty-store.ts';
import { Sheet } from '#pwa/ui/sheet.tsx';
import { TextArea } from '#pwa/ui/text-area.tsx';
import { changeStatuses } from './change-status.ts';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';

interface ChosenStatusSheetProps {
  chosen: readonly ApplicationRow[];
  onDone: () => void;
  onClose: () => void;
}

/** One status, with an optional note, for all chosen applications; each gets a history entry. */
export function ChosenStatusSheet({ chosen, onDone, onClose }: ChosenStatusSheetProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [status, setStatus] = useState<Application['status'] | null>(null);
  const [notes, setNotes] = useState('');
  const [pending, setPending] = useState(false);
  useReportDirty(notes.trim() !== '');

  async function update(picked: Application['status']): Promise<void> {
    setPending(true);
    try {
      const keys = await changeStatuses(mirror, chosen, { status: picked, notes });
      onClose();
      onDone();
      showOutcomes(t, await outcomesOf(mirror, keys), () => takeAllBack(mirror, keys));
    } catch (error) {
      setPending(false);
      showNotSaved(t, error);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (status !== null && !pending) void update(status);
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
    </Sheet>
  );
}
