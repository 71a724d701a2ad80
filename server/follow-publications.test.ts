import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_CONTENT, type SiteContent } from '#contract/site.ts';
import { LocalChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db } from '#prisma/client.ts';
import { followPublications } from './follow-publications.ts';

/** The publications of a database, of which only the newest is asked for. */
class Publications {
  readonly #rows: { id: number; content: string; createdAt: Date; userId: number }[] = [];
  reads = 0;

  add(name: string): void {
    const content: SiteContent = {
      ...NO_CONTENT,
      settings: { ...NO_CONTENT.settings, name },
    };
    const id = this.#rows.length + 1;
    const createdAt = new Date(0);
    this.#rows.push({ id, content: JSON.stringify(content), createdAt, userId: 1 });
  }

  get db(): Db {
    const $queryRawUnsafe = async () => {
      this.reads += 1;
      return this.#rows.slice(-1);
    };
    const findUnique = async () => this.#rows.at(-1) ?? null;
    const none = { findMany: async () => [] };
    return { $queryRawUnsafe, publication: { findUnique, ...none }, user: none } as unknown as Db;
  }
}

/** A process that follows publications; its clock stands still. */
async function follower() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const publications = new Publications();
  const notifier = new LocalChangeNotifier();
  const shown: string[] = [];
  const failures: unknown[] = [];
  let fails = false;
  await followPublications({
    db: publications.db,
    notifier,
    show: async ({ settings }) => {
      if (fails) throw new Error('not rendered');
      shown.push(settings.name);
    },
    onError: (error) => failures.push(error),
  });
  const letFail = (value: boolean) => {
    fails = value;
  };
  return { publications, notifier, shown, failures, letFail };
}

test('a publication is shown at the moment its commit is heard of: nothing polls', async () => {
  const { publications, notifier, shown } = await follower();
  publications.add('Lucía Vega');
  notifier.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['Lucía Vega']);
});

test('nothing is read while nothing is committed', async () => {
  const { publications } = await follower();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(publications.reads).toBe(1);
});

test('of many commits at once the first and the last are looked at, 0.2 s apart', async () => {
  const { publications, notifier, shown } = await follower();
  publications.add('First');
  notifier.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual(['First']);
  for (const name of ['Second', 'Third', 'Last']) {
    publications.add(name);
    notifier.notify();
  }
  await vi.advanceTimersByTimeAsync(200);
  expect(shown).toEqual(['First', 'Last']);
});

test('one that could not be rendered is shown after the next commit', async () => {
  const { publications, notifier, shown, failures, letFail } = await follower();
  letFail(true);
  publications.add('Lucía Vega');
  notifier.notify();
  await vi.advanceTimersByTimeAsync(0);
  expect(failures).toHaveLength(1);
  letFail(false);
  notifier.notify();
  await vi.advanceTimersByTimeAsync(200);
  expect(shown).toEqual(['Lucía Vega']);
});
