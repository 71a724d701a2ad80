import { createStore } from 'zustand/vanilla';

interface FreshSignIn {
  /** Whether a window that can ask is on screen, or comes when it is needed. */
  isAskable: boolean;
  /** Answers the open request: true if the user confirmed the sign-in. Null without a request. */
  answer: ((isProved: boolean) => void) | null;
}

/** The request to confirm the sign-in by password or passkey. A call waits for it; a window shows it. */
export const freshSignIn = createStore<FreshSignIn>(() => ({ isAskable: false, answer: null }));

let open: Promise<boolean> | null = null;

/** Asks once for all concurrent calls that need it. False if no dialog can be shown, or the person declines. */
export function askForFreshSignIn(): Promise<boolean> {
  if (!freshSignIn.getState().isAskable) return Promise.resolve(false);
  open ??= new Promise<boolean>((resolve) => {
    freshSignIn.setState({ answer: resolve });
  }).finally(() => {
    open = null;
    freshSignIn.setState({ answer: null });
  });
  return open;
}
