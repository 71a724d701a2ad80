import type { ReactNode } from 'react';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { closeSheet, openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { noteIcon } from '#pwa/ui/icons/icons.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { StatusChoices } from './status-choices.tsx';
import styles from './status-form.module.css';
import { StatusForm } from './status-form.tsx';
import { useChooseStatus } from './use-choose-status.ts';

interface StatusSheetProps {
  application: ApplicationRow;
  opener: Element | undefined;
}

/** The statuses of a row or a card: a press sets one at once. Below, all that a swipe does. */
export function StatusSheet({ application, opener }: StatusSheetProps) {
  const { t } = useText();
  const choose = useChooseStatus();
  const { status: current } = application;
  return (
    <Frame
      subject={applicationDefinition.nameOf(t, application)}
      beside={opener}
      onClose={closeSheet}
    >
      <div className={styles.form}>
        <StatusChoices
          chosen={current}
          current={current}
          isImmediate
          focused
          onChange={(status) => {
            closeSheet();
            void choose(application, status);
          }}
        />
        <Button variant="quiet" icon={noteIcon} onClick={() => openSheet('note', application)}>
          {t('applicationDetail.noteAndFollowUp')}
        </Button>
      </div>
    </Frame>
  );
}

/** The status form of a record under the thumb; it closes when the change is sent or safe on this phone. */
export function StatusFormSheet({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  return (
    <Frame subject={applicationDefinition.nameOf(t, application)} onClose={closeSheet}>
      <StatusForm application={application} startAt="status" onDone={closeSheet} />
    </Frame>
  );
}

/** Rejects somebody, or says more of a rejection: why, and when to look again. Nothing of it has to be said. */
export function ReasonSheet({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  return (
    <Sheet
      title={t(application.status === 'rejected' ? 'status.rejected' : 'rejection.reject')}
      description={applicationDefinition.nameOf(t, application)}
      onClose={closeSheet}
    >
      <StatusForm application={application} startAt="reason" onDone={closeSheet} />
    </Sheet>
  );
}

interface FrameProps {
  /** Whose status it is. */
  subject: string;
  beside?: Element | undefined;
  onClose: () => void;
  children: ReactNode;
}

function Frame({ subject, beside, onClose, children }: FrameProps) {
  const { t } = useText();
  return (
    <Sheet
      title={t('applicationDetail.statusUpdate.title')}
      description={subject}
      beside={beside}
      onClose={onClose}
    >
      {children}
    </Sheet>
  );
}
