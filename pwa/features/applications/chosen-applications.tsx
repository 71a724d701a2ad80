import { useEffect, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { SelectionBar } from '#pwa/records/selection-bar.tsx';
import { syncIcon } from '#pwa/ui/icons/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { useChosen } from './chosen-store.ts';

const ChosenStatusSheet = lazyWindow(
  () => import('#pwa/features/applications/status/status-sheet.tsx'),
  'ChosenStatusSheet',
  ({ onClose }) => onClose(),
);

interface ChosenApplicationsProps {
  chosen: readonly ApplicationRow[];
  /** Called when all are changed. */
  onDone: () => void;
}

/** The action on the chosen applications: one new status for all. */
export function ChosenApplications({ chosen, onDone }: ChosenApplicationsProps) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const wanted = useChosen((state) => state.wanted);
  useEffect(() => useChosen.setState({ rows: chosen }), [chosen]);
  useEffect(() => () => useChosen.setState({ rows: [], wanted: null }), []);
  function close(): void {
    setOpen(false);
    useChosen.setState({ wanted: null });
  }
  return (
    <>
      <SelectionBar count={chosen.length}>
        <ThumbButton
          icon={syncIcon}
          primary
          disabled={chosen.length === 0}
          onClick={() => setOpen(true)}
        >
          {t('applicationDetail.statusUpdate.title')}
        </ThumbButton>
      </SelectionBar>
      {(open || wanted) && (
        <ChosenStatusSheet chosen={chosen} wanted={wanted} onDone={onDone} onClose={close} />
      )}
    </>
  );
}
