import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The application that a conversion has opened. */
    converted?: string;
  }
}

/** After a conversion: the list of applications becomes the page, and the new application opens over it. */
export function useOpenConverted(): (id: string) => void {
  const navigate = useNavigate();
  const { history } = useRouter();
  return (id) => {
    // A question before it may have an entry of its own (back-closes.tsx), whose blocker makes a navigation wait.
    const ignoreBlocker = true;
    void navigate({ to: APP_PATHS.dashboard, search: {}, ignoreBlocker });
    // Without it both become one entry, and Back does not show the list.
    history.flush();
    const state = { converted: id };
    void navigate({ to: APP_PATHS.application, params: { id }, state, ignoreBlocker });
  };
}

/**
 * Goes back to where a conversion was begun when it was refused, or taken back on this device.
 *
 * @param application null if there is none, undefined while it loads
 */
export function useLeaveUnconverted(id: string, application: ApplicationRow | null | undefined) {
  const { history } = useRouter();
  const isOpened = useRouterState({ select: ({ location }) => location.state.converted === id });
  const isGone =
    application === null ||
    // What a colleague has removed stays on the screen.
    (application && application.removedAt !== null && application.waiting !== null);
  const isLeft = isOpened && Boolean(isGone);
  useEffect(() => {
    if (isLeft) history.go(-2);
  }, [isLeft, history]);
}
