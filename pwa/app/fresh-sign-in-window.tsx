import { useEffect } from 'react';
import { useStore } from 'zustand';
import { freshSignIn } from '#pwa/lib/fresh-sign-in.ts';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { lazyWindow } from '#pwa/ui/lazy.tsx';

const FreshSignInDialog = lazyWindow(
  () => import('#pwa/features/account/fresh-sign-in-dialog.tsx'),
  'FreshSignInDialog',
  ({ onAnswer }) => onAnswer(false),
);

/** Opens the window that asks for a new proof while a call needs one. */
export function FreshSignInWindow() {
  const { user } = useAuth();
  const answer = useStore(freshSignIn, (now) => now.answer);

  useEffect(() => {
    freshSignIn.setState({ isAskable: true });
    return () => {
      freshSignIn.getState().answer?.(false);
      freshSignIn.setState({ isAskable: false });
    };
  }, []);

  return answer && user && <FreshSignInDialog username={user.username} onAnswer={answer} />;
}
