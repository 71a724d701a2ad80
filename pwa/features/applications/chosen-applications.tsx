import { useEffect, useState } from 'react';
import { nameOfMany, useQuestion } from '#pwa/features/changes/many.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { SelectionBar, type SelectionBarProps } from '#pwa/records/selection-bar.tsx';
import { clockIcon, noteIcon, syncIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import { ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { applicationDefinition } from './application-definition.tsx';
import { type ChosenAct, ChosenSheet } from './chosen-sheet.tsx';
import { useChosen } from './chosen-store.ts';

interface ChosenApplicationsProps extends SelectionBarProps<ApplicationRow> {
  /** Called when all are changed. */
  onDone: () => void;
}

/** The actions on the chosen applications: status, follow-up, note, removal. */
export function ChosenApplications({ chosen, onDone, Export }: ChosenApplicationsProps) {
  const { t } = useText();
  const change = useChange();
  const { question, ask } = useQuestion();
  const [opened, setOpened] = useState<ChosenAct | null>(null);
  const wanted = useChosen((state) => state.wanted);
  useEffect(() => useChosen.setState({ rows: chosen }), [chosen]);
  useEffect(() => () => useChosen.setState({ rows: [], wanted: null }), []);
  const act = wanted ? 'status' : opened;
  const isNone = chosen.length === 0;

  function close(): void {
    setOpened(null);
    useChosen.setState({ wanted: null });
  }

  async function removeAll(): Promise<void> {
    const changes = chosen.map((application) =>
      applicationRemoved.make({ removed: true }, application),
    );
    if (await change(changes, { name: nameOfMany(t, applicationDefinition, chosen) })) onDone();
  }

  function remove(): void {
    ask(chosen.length, {
      variant: 'danger',
      title: t('select.removeMany', { count: chosen.length }),
      description: t('removed.subtitle'),
      confirmLabel: t('applicationDetail.followUp.remove'),
      onConfirm: () => void removeAll(),
    });
  }

  return (
    <>
      <SelectionBar chosen={chosen} Export={Export}>
        <ThumbButton
          icon={syncIcon}
          primary
          aria-keyshortcuts="S"
          aria-label={t('applicationDetail.statusUpdate.title')}
          disabled={isNone}
          onClick={() => setOpened('status')}
        >
          {t('applications.columns.status')}
        </ThumbButton>
        <ThumbButton icon={clockIcon} disabled={isNone} onClick={() => setOpened('follow-up')}>
          {t('applicationDetail.followUp.title')}
        </ThumbButton>
        <ThumbButton icon={noteIcon} disabled={isNone} onClick={() => setOpened('note')}>
          {t('applicationDetail.note')}
        </ThumbButton>
        <ThumbButton icon={trashIcon} disabled={isNone} onClick={remove}>
          {t('applicationDetail.followUp.remove')}
        </ThumbButton>
      </SelectionBar>
      {act && (
        <ChosenSheet act={act} chosen={chosen} wanted={wanted} onDone={onDone} onClose={close} />
      )}
      {question}
    </>
  );
}
