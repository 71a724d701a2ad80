import { useToday } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { nextDeadline } from './by-deadline.ts';
import { DeadlineHint } from './deadline-hint.tsx';

/** The earliest deadline of a player; nothing without one. */
export function NextDeadline({ application }: { application: ApplicationRow }) {
  const deadline = nextDeadline(application, useToday());
  return deadline && <DeadlineHint deadline={deadline} />;
}
