import type { Deadline } from '#contract/deadlines/deadlines.ts';
import { asideNote } from '#contract/deadlines/set-aside.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/** Returns what sets a deadline aside: the history says so, and a note about it is offered, with Undo. */
export function useSetAside(application: ApplicationRow): (deadline: Deadline) => void {
  const { t } = useText();
  const change = useChange();
  const name = applicationDefinition.nameOf(t, application);
  return ({ key }) => {
    const note = { status: application.status, notes: asideNote(key) };
    void change(statusChanged.make(note, application), {
      name,
      act: t('deadlines.wasSetAside'),
      more: [
        {
          label: t('applicationDetail.writeNote'),
          onPress: () => openSheet('note', application),
        },
      ],
    });
  };
}
