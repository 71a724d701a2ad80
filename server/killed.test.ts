import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { login } from '#contract/auth.ts';
import { newId } from '#contract/fields/ids.ts';
import { type BatchCall, sync } from '#contract/sync.ts';
import { closeDatabase, type Db, openDatabase } from '#prisma/client.ts';
import { aDraft } from '#server/test/bodies.ts';
import { Client } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { originOf, SETTINGS, startProgram } from '#server/test/program.ts';

const PLAYERS = 12;
const ADMIN = { username: 'marta', password: 'corner-flag-17' };

onSqliteFirst('a server that is killed in the middle of a batch', ({ url }) => {
  test.each([
    // Neighbouring status changes share a transaction; between other calls each has its own.
    { kind: 'one transaction a change', notes: 1, killAt: 12 },
    { kind: 'many changes a transaction', notes: 25, killAt: 25 },
  ])(
    'fault 5: has applied nothing by halves, and the batch sent again applies the rest, once ($kind)',
    async ({ notes, killAt }) => {
      const DATABASE_URL = await url();
      const environment = {
        ...SETTINGS,
        DATABASE_URL,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
      };
      const first = startProgram(environment);
      const client = await signIn(originOf(await first.until(/The site is at/)));
      const players = Array.from({ length: PLAYERS }, newId);
      for (const id of players) {
        await client.send('POST', '/api/applications', { body: { ...aDraft, id } });
      }
      const calls = batchOf(players, notes);
      const db = await openDatabase(DATABASE_URL);

      const cut = client.call(sync, { body: { calls } }).catch(() => undefined);
      while ((await db.historyEntry.count()) < killAt) await pause(1);
      first.child.kill('SIGKILL');
      await first.ended;

      expect(await cut).toBeUndefined();
      const kept = await expectWhole(db, calls);
      expect(kept).toBeGreaterThanOrEqual(killAt);
      expect(kept).toBeLessThan(calls.length);

      const second = startProgram(environment);
      const again = await signIn(originOf(await second.until(/The site is at/)));
      const send = async () => {
        const { answers } = (await again.call(sync, { body: { calls } })).reply;
        return new Set(answers.map(({ status }) => status));
      };
      let statuses: Set<number>;
      do {
        statuses = await send();
        await expectWhole(db, calls);
        // A slow machine answers 424 for calls that it has no time for; a phone sends them again.
      } while (statuses.has(424));
      expect(statuses).toEqual(new Set([200]));
      expect(await expectWhole(db, calls)).toBe(calls.length);
      await closeDatabase(db);
    },
  );
});

async function signIn(origin: string): Promise<Client> {
  const client = new Client(origin);
  await client.call(login, { body: ADMIN });
  return client;
}

/** Notes on the players, with an edit after every `notes` of them. */
function batchOf(players: readonly string[], notes: number): BatchCall[] {
  return Array.from({ length: 300 }, (_, n): BatchCall => {
    const id = players[n % players.length] ?? '';
    const key = newId();
    const common = { key, lane: id, after: null };
    if (n % (notes + 1) === notes) {
      const body = { ...aDraft, agentNotes: key };
      return { ...common, method: 'PUT', path: `/api/applications/${id}`, body };
    }
    const body = { status: 'pending', notes: key };
    return { ...common, method: 'PATCH', path: `/api/applications/${id}/status`, body };
  });
}

/**
 * Checks that exactly the first calls of the batch were applied, each with its key, entry and row.
 *
 * @returns how many changes were applied
 */
async function expectWhole(db: Db, calls: readonly BatchCall[]): Promise<number> {
  const remembered = new Set((await db.idempotencyKey.findMany()).map(({ key }) => key));
  const applied = calls.filter(({ key }) => remembered.has(key));
  expect(applied).toEqual(calls.slice(0, applied.length));

  const entries = await db.historyEntry.findMany({ orderBy: { version: 'asc' } });
  expect(entries.map(({ id }) => id)).toEqual(applied.map(({ key }) => key));
  expect(new Set(entries.map(({ version }) => version)).size).toBe(entries.length);

  for (const { id, version, agentNotes } of await db.application.findMany()) {
    const own = applied.filter(({ lane }) => lane === id);
    const entry = entries.findLast(({ applicationId }) => applicationId === id);
    if (own.length > 0) expect(version).toBe(entry?.version);
    const edit = own.findLast(({ method }) => method === 'PUT');
    expect(agentNotes).toBe(edit?.key ?? aDraft.agentNotes);
  }
  return entries.length;
}
