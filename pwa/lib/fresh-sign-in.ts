import { createStore } from 'zustand/vanilla';

interface FreshSignIn {
  /** Whether a window that can ask is on screen, or comes when it is needed. */
  isAskable: boolean;
  /** Ends the question that is open: whether the person has proved to be there. Null without a question. */
  answer: ((isProved: boolean) => void) | null;
}

/** The question for a new password or passkey, between the call that needs it and the window that asks. */
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
