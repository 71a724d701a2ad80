import {
  FollowUpFields,
  useTypedFollowUp,
} from '#pwa/features/applications/follow-up/follow-up-form.tsx';
import { StatusForm } from '#pwa/features/applications/status/status-form.tsx';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './note-sheet.module.css';
import { closeSheet } from './row-sheets-store.ts';

/** A note to a row, and the day to come back to it: each button saves both. */
export function NoteSheet({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const { playerName, email } = application;
  const typed = useTypedFollowUp(application);
  return (
    <Sheet
      title={t('applicationDetail.noteAndFollowUp')}
      description={personName(t, { name: playerName, email })}
      onClose={closeSheet}
    >
      <StatusForm
        application={application}
        startAt="note"
        isNoteOnly
        followUpOn={typed.wanted}
        onDone={closeSheet}
      >
        {(save) => (
          <section className={styles.followUp} aria-labelledby="follow-up-title">
            <h3 id="follow-up-title">{t('applicationDetail.followUp.title')}</h3>
            <FollowUpFields applications={[application]} typed={typed} onSet={save} />
          </section>
        )}
      </StatusForm>
    </Sheet>
  );
}
