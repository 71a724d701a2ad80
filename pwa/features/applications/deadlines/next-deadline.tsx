import { useToday } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { allDeadlines } from './by-deadline.ts';
import { DeadlineHint } from './deadline-hint.tsx';
import { useAsides } from './told-deadlines.ts';

/** The earliest deadline of a player that is not set aside; nothing without one. */
export function NextDeadline({ application }: { application: ApplicationRow }) {
  const deadlines = allDeadlines(application, useToday());
  const aside = useAsides(deadlines.length === 0);
  const isOpen = ({ key }: (typeof deadlines)[number]) => !aside?.get(application.id)?.has(key);
  const next = aside && deadlines.find(isOpen);
  return next && <DeadlineHint deadline={next} />;
}
