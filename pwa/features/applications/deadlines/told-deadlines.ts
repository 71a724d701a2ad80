import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { type Deadline, deadlinesOf, isTold } from '#contract/deadlines/deadlines.ts';
import { type Rules, rulesOf } from '#contract/deadlines/rules.ts';
import { asideKeys } from '#contract/values/undone-notes.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { readHistory } from '#pwa/local/rows/read-rows.ts';

/** A deadline that is told now, and whose it is. */
export interface ToldDeadline {
  id: string;
  application: ApplicationRow;
  deadline: Deadline;
}

const NONE: ToldDeadline[] = [];

/** The deadlines of these applications that are told today and not set aside, the earliest first; none while they are read. */
export function useToldDeadlines(rows: readonly ApplicationRow[]): readonly ToldDeadline[] {
  const mirror = useMirror();
  const today = useToday();
  const own = publishedSite()?.settings.rules;
  const told = useMemo(() => toldOn(rows, rulesOf(own), today), [rows, own, today]);
  const ids = [...new Set(told.map(({ application }) => application.id))].sort().join(' ');
  const aside = useLiveQuery(async () => {
    const histories = await Promise.all(
      ids.split(' ').map(async (id) => [id, asideKeys(await readHistory(mirror, id))] as const),
    );
    return new Map(histories);
  }, [mirror, ids]);
  return useMemo(
    () =>
      aside
        ? told.filter(({ application: { id }, deadline }) => !aside.get(id)?.has(deadline.key))
        : NONE,
    [told, aside],
  );
}

function toldOn(rows: readonly ApplicationRow[], rules: Rules, today: string): ToldDeadline[] {
  return rows
    .flatMap((application) =>
      deadlinesOf(application, rules, today)
        .filter((deadline) => isTold(deadline, today))
        .map((deadline) => ({
          id: `${application.id} ${deadline.key}`,
          application,
          deadline,
        })),
    )
    .sort((one, other) => one.deadline.on.localeCompare(other.deadline.on));
}
