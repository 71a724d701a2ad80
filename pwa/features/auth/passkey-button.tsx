import { useState } from 'react';
import type { CurrentUser } from '#contract/auth.ts';
import { isPasskeyClosed, passkeyFailureText } from '#pwa/i18n/passkey-failure.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { passkeyObstacle } from '#pwa/lib/passkey-obstacle.ts';
import { enterByPasskey } from '#pwa/session/passkey.ts';
import { Button } from '#pwa/ui/button.tsx';
import { keyIcon } from '#pwa/ui/icons/icons.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';

interface PasskeyButtonProps {
  variant: 'primary' | 'secondary';
  signInBy: (enter: () => Promise<CurrentUser>) => Promise<CurrentUser>;
  onSignedIn: (user: CurrentUser) => void;
}

/** Signs in by a passkey. Renders nothing where the browser has none. */
export function PasskeyButton({ variant, signInBy, onSignedIn }: PasskeyButtonProps) {
  const { t } = useText();
  const [isBusy, setIsBusy] = useState(false);
  if (passkeyObstacle()) return null;

  async function enter(): Promise<void> {
    setIsBusy(true);
    try {
      const user = await signInBy(enterByPasskey);
      onSignedIn(user);
    } catch (error) {
      showToast(explained(t, error instanceof Error ? error.cause : error));
      setIsBusy(false);
    }
  }

  return (
    <Button
      variant={variant}
      size="large"
      icon={keyIcon}
      busy={isBusy}
      busyLabel={t('passkey.waiting')}
      onClick={() => void enter()}
    >
      {t('auth.login.passkey')}
    </Button>
  );
}

function explained(t: TextAccess['t'], error: unknown): Parameters<typeof showToast>[0] {
  if (isPasskeyClosed(error)) {
    return { title: t('auth.login.passkeyClosed'), description: t('auth.login.passkeyClosedText') };
  }
  const description = passkeyFailureText(t, error);
  return { title: t('auth.login.error'), description, kind: 'destructive' };
}
