import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { FollowUpForm } from '#pwa/features/applications/follow-up/follow-up-form.tsx';
import { StatusFormOfMany } from '#pwa/features/applications/status/status-form-of-many.tsx';
import { nameOfMany } from '#pwa/features/changes/many.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';

export type ChosenAct = 'status' | 'note' | 'follow-up';

const TITLES = {
  status: 'applicationDetail.statusUpdate.title',
  note: 'applicationDetail.note',
  'follow-up': 'applicationDetail.followUp.title',
} as const;

interface ChosenSheetProps {
  act: ChosenAct;
  chosen: readonly ApplicationRow[];
  /** The status that is chosen at first. */
  wanted?: ApplicationRow['status'] | null;
  onDone: () => void;
  onClose: () => void;
}

/** One status, note or follow-up for all chosen applications. */
export function ChosenSheet({ act, chosen, wanted = null, onDone, onClose }: ChosenSheetProps) {
  const { t } = useText();
  function done(): void {
    onClose();
    onDone();
  }
  return (
    <Sheet
      title={t(TITLES[act])}
      description={nameOfMany(t, applicationDefinition, chosen)}
      onClose={onClose}
    >
      {act === 'follow-up' ? (
        <FollowUpForm applications={chosen} onDone={done} />
      ) : (
        <StatusFormOfMany
          chosen={chosen}
          wanted={wanted}
          isNoteOnly={act === 'note'}
          onDone={done}
        />
      )}
    </Sheet>
  );
}
