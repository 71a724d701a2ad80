import { createStore } from 'zustand/vanilla';
import type { ReceivedProblem } from '#contract/problems.ts';

type Ended = NonNullable<ReceivedProblem['ended']>;

/** The last answer that told of a session that a person has ended: lost, closed or signed out. */
export const endedSession = createStore<{ ended: Ended | null }>(() => ({ ended: null }));

/** Tells the session of this page what an answer said. A session that merely expired is no news. */
export function hearOfEnd(problem: ReceivedProblem | null): void {
  const { ended } = problem ?? {};
  if (ended && ended.reason !== 'expired') endedSession.setState({ ended });
}
