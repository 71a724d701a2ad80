import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { Sheet } from '#pwa/ui/sheet.tsx';
import { StatusForm } from './status-form.tsx';

interface StatusSheetProps {
  application: ApplicationRow;
  /** Where the focus starts: at the six choices, or in the note. */
  startAt: 'status' | 'note';
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The status form under the thumb; it closes when the change is sent or safe on this phone. */
export function StatusSheet({ application, startAt, open, onOpenChange }: StatusSheetProps) {
  const { t } = useText();
  return (
    <Sheet
      title={t('applicationDetail.statusUpdate.title')}
      description={application.playerName}
      open={open}
      onOpenChange={onOpenChange}
    >
      <StatusForm application={application} startAt={startAt} onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}
