import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useNow } from '#pwa/lib/time/clock.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { isTrimmed } from '#pwa/local/rows/history.ts';
import { readAll, readWholeHistory } from '#pwa/local/rows/read-rows.ts';
import { countedOf, type Figures, figuresOfPeriod, type Period } from './figures.ts';

export interface FiguresHere extends Figures {
  /** Names by campaign id. */
  names: ReadonlyMap<number, string>;
  /** Applications and inquiries on this device. */
  total: number;
  /** Whether these are all. */
  isWhole: boolean;
  /** Whether older history is missing, because this device was full. */
  isTrimmed: boolean;
}

/** How often all records are counted anew, in milliseconds. */
const HOUR = 60 * 60_000;

/** The figures of the records on this device; undefined while loading. */
export function useFigures(period: Period): FiguresHere | undefined {
  const mirror = useMirror();
  const hour = Math.floor(useNow() / HOUR);
  const here = useLiveQuery(async () => {
    const applications = await readAll(mirror, 'applications');
    const contacts = await readAll(mirror, 'contacts');
    const campaigns = await readAll(mirror, 'campaigns');
    const history = await readWholeHistory(mirror);
    return {
      records: { applications: applications.rows, contacts: contacts.rows, history },
      now: serverNow(),
      names: new Map(campaigns.rows.map(({ id, name }) => [id, name])),
      total: applications.rows.length + contacts.rows.length,
      isWhole: applications.firstPull.isWhole && contacts.firstPull.isWhole,
      isTrimmed: await isTrimmed(mirror),
    };
  }, [mirror, hour]);
  const counted = useMemo(() => here && countedOf(here.records, here.now), [here]);
  return useMemo(
    () => here && counted && { ...here, ...figuresOfPeriod(counted, period) },
    [here, counted, period],
  );
}
