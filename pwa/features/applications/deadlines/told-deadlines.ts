import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { type Deadline, deadlinesOf, isTold } from '#contract/deadlines/deadlines.ts';
import { rulesOf } from '#contract/deadlines/rules.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { type Asides, readAsides } from '#pwa/local/rows/read-notes.ts';

/** A deadline that is told now, and whose it is. */
export interface ToldDeadline {
  id: string;
  application: ApplicationRow;
  deadline: Deadline;
}

/** The rules that the owner has changed. */
type OwnRules = Parameters<typeof rulesOf>[0];

const NONE: ToldDeadline[] = [];
const NO_ASIDES: Asides = new Map();

/** The deadlines of these applications that are told today and not set aside, the earliest first; none while they are read. */
export function useToldDeadlines(rows: readonly ApplicationRow[]): readonly ToldDeadline[] {
  const today = useToday();
  const own = publishedSite()?.settings.rules;
  const told = useMemo(() => toldOn(rows, own, today), [rows, own, today]);
  const aside = useAsides(told.length === 0);
  return useMemo(
    () =>
      aside
        ? told.filter(({ application: { id }, deadline }) => !aside.get(id)?.has(deadline.key))
        : NONE,
    [told, aside],
  );
}

/** What is set aside, while anything is told; undefined while it is read. */
export function useAsides(isNone: boolean): Asides | undefined {
  const mirror = useMirror();
  return useLiveQuery(() => (isNone ? NO_ASIDES : readAsides(mirror)), [mirror, isNone]);
}

function toldOn(rows: readonly ApplicationRow[], own: OwnRules, today: string): ToldDeadline[] {
  return rows
    .flatMap((row) => toldOf(row, own, today))
    .sort((one, other) => one.deadline.on.localeCompare(other.deadline.on));
}

function toldOf(application: ApplicationRow, own: OwnRules, today: string): ToldDeadline[] {
  const before = known.get(application);
  if (before && before.own === own && before.today === today) return before.told;
  const told = deadlinesOf(application, rulesOf(own), today)
    .filter((deadline) => isTold(deadline, today))
    .map((deadline) => ({ id: `${application.id} ${deadline.key}`, application, deadline }));
  known.set(application, { own, today, told });
  return told;
}

/** Of each row, for a change brings one new row: all of 10,000 took 381 ms on a slow machine. */
const known = new WeakMap<ApplicationRow, { own: OwnRules; today: string; told: ToldDeadline[] }>();
