import { useBlocker } from '@tanstack/react-router';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ConfirmDialog, type ConfirmDialogProps } from '#pwa/ui/windows/confirm-dialog.tsx';
import { useOpenWindows } from '#pwa/ui/windows/open-windows.ts';

interface LeaveGuardProps {
  /** There is typed text that is not saved. */
  dirty: boolean;
  /** Read when the person leaves: true if the text has just been saved. */
  allowed: () => boolean;
  /** The person chose to leave: a kept draft may be dropped. */
  onLeave: () => void;
}

/** Asks before unsaved text is lost: by a dialog on navigation, by the browser's own on closing. */
export function LeaveGuard({ dirty, allowed, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ action, current, next }) => {
      // The way back closes a window over the form.
      if (action === 'BACK' && useOpenWindows.getState().windows.length > 0) return false;
      return dirty && !allowed() && current.pathname !== next.pathname;
    },
    enableBeforeUnload: () => dirty && !allowed(),
    withResolver: true,
  });

  return (
    <LeaveQuestion
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onLeave();
        blocker.proceed?.();
      }}
    />
  );
}

/** Asks whether typed text that is not saved may be lost. */
export function LeaveQuestion(props: Pick<ConfirmDialogProps, 'open' | 'onClose' | 'onConfirm'>) {
  const { t } = useText();
  return (
    <ConfirmDialog
      title={t('leave.title')}
      description={t('leave.text')}
      confirmLabel={t('leave.leave')}
      cancelLabel={t('leave.stay')}
      {...props}
    />
  );
}
