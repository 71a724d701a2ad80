import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { StatusForm } from './status-form.tsx';

interface StatusSheetProps {
  application: ApplicationRow;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The status form under the thumb; it closes when the change is sent or safe on this phone. */
export function StatusSheet({ application, open, onOpenChange }: StatusSheetProps) {
  const { t } = useText();
  return (
    <Sheet
      title={t('applicationDetail.statusUpdate.title')}
      description={application.playerName}
      open={open}
      onOpenChange={onOpenChange}
    >
      <StatusForm application={application} startAt="status" onDone={() => onOpenChange(false)} />
    </Sheet>
  );
}
