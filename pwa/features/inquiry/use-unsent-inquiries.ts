import { useEffect } from 'react';
import { create } from 'zustand';
import type { ReceivedProblem } from '#contract/problems.ts';
import { dropEntry } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import { unsentInquiries, type WaitingInquiry } from './send-inquiry.ts';

/** A queued message that the server has refused. */
export interface RefusedInquiry extends WaitingInquiry {
  problem: ReceivedProblem;
}

/** The unsent messages of this device. */
export interface UnsentInquiries {
  waiting: readonly WaitingInquiry[];
  refused: readonly RefusedInquiry[];
  /** Reads the outbox again. */
  look: () => void;
  /** Deletes a message. */
  discard: (key: string) => void;
}

/** As last read from the outbox. */
const useStored = create<{ unsent: readonly WaitingInquiry[] }>(() => ({ unsent: [] }));

/** The unsent messages, kept current while they are stored, sent, refused and discarded. */
export function useUnsentInquiries(): UnsentInquiries {
  const { unsent } = useStored();
  useEffect(() => {
    look();
    return onSettled(look);
  }, []);
  const waiting = unsent.filter(({ problem }) => !problem);
  return { waiting, refused: unsent.filter(isRefused), look, discard };
}

function look(): void {
  unsentInquiries()
    .then((unsent) => useStored.setState({ unsent }))
    .catch(console.error);
}

function discard(key: string): void {
  dropEntry(key).then(look).catch(console.error);
}

function isRefused(inquiry: WaitingInquiry): inquiry is RefusedInquiry {
  return inquiry.problem !== undefined;
}
