import { useCallback, useEffect, useState } from 'react';
import type { ReceivedProblem } from '#contract/problems.ts';
import { dropEntry, onSettled } from '#pwa/visitor/outbox.ts';
import { unsentInquiries, type WaitingInquiry } from './send-inquiry.ts';

/** A message that waited, was sent by itself, and was not accepted. */
export interface RefusedInquiry extends WaitingInquiry {
  problem: ReceivedProblem;
}

/** The messages of this phone that the server has not taken. */
export interface UnsentInquiries {
  waiting: readonly WaitingInquiry[];
  refused: readonly RefusedInquiry[];
  /** Reads once more what this phone has. */
  look: () => void;
  /** Forgets a message for good. */
  discard: (key: string) => void;
}

/** Follows the messages on this phone while they are kept, sent, refused and discarded. */
export function useUnsentInquiries(): UnsentInquiries {
  const [unsent, setUnsent] = useState<readonly WaitingInquiry[]>([]);

  const look = useCallback(() => {
    unsentInquiries().then(setUnsent).catch(console.error);
  }, []);
  const discard = useCallback(
    (key: string) => {
      dropEntry(key).then(look).catch(console.error);
    },
    [look],
  );

  useEffect(() => {
    look();
    return onSettled(look);
  }, [look]);

  const waiting = unsent.filter(({ problem }) => !problem);
  return { waiting, refused: unsent.filter(isRefused), look, discard };
}

function isRefused(inquiry: WaitingInquiry): inquiry is RefusedInquiry {
  return inquiry.problem !== undefined;
}
