import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { useQuestions } from '#pwa/local/outbox/questions.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { ASK_BEFORE_LEAVING } from '#pwa/session/leave-public-page.ts';
import type { HowToLeave } from '#pwa/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { logoutIcon } from '#pwa/ui/icons/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { sharesOf } from '#pwa/visitor/shares.ts';
import { useLeaving } from './leaving.ts';

const UnsentDialog = lazyWindow(
  () => import('#pwa/features/changes/unsent-dialog.tsx'),
  'UnsentDialog',
  ({ onCancel }) => onCancel(),
);

/** How long Logout waits for the count of unsent changes, in ms. */
const TIMEOUT = 3_000;

/**
 * Logs out. With something shared that is not used yet it leads there instead. With unsent changes or open questions, or
 * if this phone cannot say whether there are any, it first asks what to do with them.
 */
export function LogOut() {
  const { t } = useText();
  const { user, signOut } = useAuth();
  const navigate = useNavigate();
  const outbox = useOutbox();
  const questions = useQuestions();
  /** Pressed, and not decided yet: the outbox may still be loading. */
  const [pressed, setPressed] = useState(false);
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<HowToLeave | null>(null);

  // A press on Logout on the public page leads here if there are unsent changes.
  const isRead = outbox !== undefined && questions !== undefined;
  const unsent = (outbox?.length ?? 0) + (questions?.length ?? 0);
  useEffect(() => {
    if (location.hash === ASK_BEFORE_LEAVING && unsent > 0) setAsking(true);
  }, [unsent]);

  // If everything was sent while the dialog was open, there is nothing left to ask.
  const isAnswered = asking && isRead && unsent === 0 && busy === null;
  useEffect(() => {
    if (isAnswered) setAsking(false);
  }, [isAnswered]);

  async function leave(how: HowToLeave): Promise<void> {
    setBusy(how);
    try {
      useLeaving.setState({ leaving: how !== 'send-first' });
      await signOut(how);
    } catch (error) {
      console.error(error);
      useLeaving.setState({ leaving: false });
      setBusy(null);
      showToast({
        title: t('common.failed'),
        description: t('logout.sendFailed'),
        kind: 'destructive',
      });
    }
  }

  const decide = useEffectEvent(async () => {
    const isShared = user?.areas.includes('dashboard') && (await sharesOf(user.id)).length > 0;
    setPressed(false);
    if (isShared) {
      showToast({ title: t('shared.beforeLogOut') });
      await navigate({ to: APP_PATHS.shared });
    } else if (unsent > 0) setAsking(true);
    else void leave('discard');
  });
  const isDecidable = pressed && isRead;
  useEffect(() => {
    if (isDecidable) void decide();
  }, [isDecidable]);

  useEffect(() => {
    if (!pressed) return;
    const timer = setTimeout(() => {
      setPressed(false);
      setAsking(true);
    }, TIMEOUT);
    return () => clearTimeout(timer);
  }, [pressed]);

  return (
    <>
      <Button
        variant="secondary"
        icon={logoutIcon}
        busy={pressed || (busy !== null && !asking)}
        onClick={() => setPressed(true)}
      >
        {t('navigation.logout')}
      </Button>
      {asking && (
        <UnsentDialog
          entries={outbox}
          questions={questions}
          busy={busy}
          onLeave={(how) => void leave(how)}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
