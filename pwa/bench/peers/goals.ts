import { atMost, type Figure, median, milliseconds, p95, times } from '#pwa/bench/measure.ts';
import type { OfficeRun } from '#pwa/bench/office.bench.ts';
import type { LargeRun, Run } from './peers.bench.ts';

/** What one round has measured. */
export interface Round {
  /** By system and link: `ours loopback`. */
  runs: Map<string, Run>;
  large: LargeRun;
  office: OfficeRun;
}

/** Systems that keep what they pull on the disk. */
const DURABLE = ['PouchDB', 'RxDB'];
const OTHERS = [...DURABLE, 'Replicache'];
/** What raw IndexedDB took for 10,000 rows with two indexes where the goals were set, in ms. */
const RAW_WRITE = 1_900;

/**
 * The goals of the phone's mirror, with what was reached. Goals in ms grow and shrink with what raw
 * IndexedDB takes to write the same rows, except where the phone link decides. Goals beside systems that
 * were not measured are left out.
 */
export function goalsOf({ runs, large, office }: Round): Figure[] {
  const near = runs.get('ours loopback');
  const far = runs.get('ours phone link');
  if (!near || !far) throw new Error('Ours was not measured on both links.');
  const { change, write } = near.limit ?? { change: Number.NaN, write: Number.NaN };
  const pace = write / RAW_WRITE;
  const nearAccepted = near.accepted ?? Number.NaN;
  const paced = (what: string, value: number, goal: number) =>
    atMost(what, value, goal * pace, milliseconds);
  const beside = (names: readonly string[], link: string, of: (run: Run) => number) =>
    Math.min(
      ...names
        .map((name) => runs.get(`${name} ${link}`))
        .map((run) => (run ? of(run) : Number.NaN)),
    );
  const first200 = (run: Run) => run.first200;
  const toBest = (
    what: string,
    names: readonly string[],
    link: 'loopback' | 'phone link',
    of: (run: Run) => number,
    goal: number,
  ) => atMost(what, of(link === 'loopback' ? near : far) / beside(names, link, of), goal, times);
  const { limit, painted, alive, changes } = office;
  const figures: Figure[] = [
    { what: 'yardstick: raw IndexedDB writes 10,000 rows', value: milliseconds(write) },
    { what: 'yardstick: one strict put, p95', value: milliseconds(change) },
    { what: 'yardstick: raw IndexedDB opens and prints rows', value: milliseconds(limit) },
    paced('pull of 10,000 rows, loopback', near.pull, 1_000),
    atMost('pull of 10,000 rows, phone link', far.pull, 2_800, milliseconds),
    toBest(
      'pull of 10,000 rows, loopback, to the best durable peer',
      DURABLE,
      'loopback',
      (run) => run.pull,
      0.25,
    ),
    paced('newest 200 on screen, loopback', near.first200, 400),
    atMost('newest 200 on screen, phone link', far.first200, 400, milliseconds),
    toBest('newest 200, loopback, to the first peer', OTHERS, 'loopback', first200, 1),
    toBest('newest 200, phone link, to the first peer', OTHERS, 'phone link', first200, 1),
    paced('list opened cold', near.cold, 80),
    toBest('list opened cold, to the best peer', OTHERS, 'loopback', (run) => run.cold, 0.5),
    paced('first rows in the app after a sign-in', office.firstRows, 400),
    atMost('dashboard cold, offline, painted, to raw IndexedDB', painted / limit, 1.5, times),
    atMost('dashboard cold, offline, alive, to raw IndexedDB', alive / limit, 2.5, times),
    paced('dashboard cold, offline, painted', painted, 300),
    paced('dashboard cold, offline, alive', alive, 300),
    paced('change of status on screen, offline, median', median(changes), 50),
    atMost('change saved, p95, to one strict put', near.change / change, 2, times),
    { what: 'change saved, p95', value: milliseconds(near.change) },
    paced('drain of 1,000 changes, loopback', near.drain, 900),
    { what: '10,000 rows: a change until it is accepted', value: milliseconds(nearAccepted) },
    // A walk of the table would cost ten times as much.
    atMost('100,000 rows: the same, to 10,000 rows', large.accepted / nearAccepted, 2, times),
    paced('100,000 rows: pull', large.pull, 10_000),
    paced('100,000 rows: list opened cold', large.cold, 200),
    atMost('100,000 rows: memory with search texts', large.heap, 60, (mb) => `${mb.toFixed(0)} MB`),
    paced('100,000 rows: a key in the search, p95', large.search, 30),
    paced('10,000 rows: a key in the search, to the next frame, p95', p95(office.keys), 50),
  ];
  return figures.filter(({ value }) => !value.startsWith('NaN'));
}
