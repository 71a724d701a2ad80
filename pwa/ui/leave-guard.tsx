import { useBlocker } from '@tanstack/react-router';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface LeaveGuardProps {
  /** Something is typed that is not saved. */
  dirty: boolean;
  /** Asked at the moment of leaving: true when what was typed has just been saved. */
  allowed: () => boolean;
  /** The person chose to leave; what is kept of the typed text may go. */
  onLeave: () => void;
}

/** Asks before typed text is left behind: in the app by a dialog, on closing by the browser's own. */
export function LeaveGuard({ dirty, allowed, onLeave }: LeaveGuardProps) {
  const { t } = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => dirty && !allowed() && current.pathname !== next.pathname,
    enableBeforeUnload: () => dirty && !allowed(),
    withResolver: true,
  });

  return (
    <ConfirmDialog
      title={t('applicationForm.leaveTitle')}
      description={t('applicationForm.leaveText')}
      confirmLabel={t('applicationForm.leave')}
      cancelLabel={t('applicationForm.stay')}
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) blocker.reset?.();
      }}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}
