import { type FormEvent, useState } from 'react';
import type { Application } from '#contract/applications.ts';
import { needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { MANY } from '#pwa/features/changes/many.ts';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcomes } from '#pwa/features/changes/tell-outcomes.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { changeStatuses, reverseStatuses } from './change-status.ts';
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
  const [isAsking, setAsking] = useState(false);
  useReportDirty(notes.trim() !== '');
  const minors = chosen.filter((application) => minorOf(application) !== null).length;

  async function update(picked: Application['status']): Promise<void> {
    setPending(true);
    try {
      const keys = await changeStatuses(mirror, chosen, { status: picked, notes });
      onClose();
      onDone();
      const isNew = chosen.some((application) => application.status !== picked);
      await tellOutcomes(t, mirror, keys, isNew ? { reverse: () => reverse(picked) } : {});
    } catch (error) {
      setPending(false);
      showNotSaved(t, error);
    }
  }

  async function reverse(picked: Application['status']): Promise<void> {
    try {
      const keys = await reverseStatuses(mirror, chosen, picked, (back) =>
        t('applicationDetail.statusUpdate.reversal', { status: wordText(t, 'status', back) }),
      );
      await tellOutcomes(t, mirror, keys, {
        sent: (count) => ({
          title: t('sync.undone'),
          description: t('select.reversed', { count }),
        }),
      });
    } catch (error) {
      showNotSaved(t, error);
    }
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
