import { expect, test, vi } from 'vitest';
import { onBothDatabases } from '#server/test/database.ts';
import type { Actor } from './audit.ts';
import { GatheredAudit } from './gathered-audit.ts';

const actor: Actor = { actor: 'visitor', userId: null, place: 'here', requestId: 'r' };

onBothDatabases('deeds that anybody can repeat', ({ open }) => {
  async function gathered() {
    const db = await open();
    const tellFailure = vi.fn();
    const gathering = new GatheredAudit(db, tellFailure);
    const rows = () => db.auditEntry.findMany({ orderBy: { id: 'asc' } });
    return { db, gathering, tellFailure, rows };
  }

  test('are written at once while they are few', async () => {
    const { gathering, rows } = await gathered();
    await gathering.note(actor, { kind: 'sign-in-failed', name: 'a' });
    await gathering.note({ ...actor, place: 'there' }, { kind: 'sign-in-failed', name: 'a' });
    expect(await rows()).toMatchObject([
      { kind: 'sign-in-failed', name: 'a', place: 'here', count: 1 },
      { kind: 'sign-in-failed', name: 'a', place: 'there', count: 1 },
    ]);
    await gathering.flush();
    expect(await rows()).toHaveLength(2);
  });

  test('are counted when they repeat, and none is lost', async () => {
    const { gathering, rows } = await gathered();
    for (let n = 0; n < 50; n += 1) {
      await gathering.note(actor, { kind: 'sign-in-failed', name: 'a' });
    }
    expect(await rows()).toHaveLength(1);
    await gathering.flush();
    expect(await rows()).toMatchObject([{ count: 1 }, { name: 'a', place: 'here', count: 49 }]);
  });

  test('V16.3.1 make at most 20 rows a minute in a flood of names and places', async () => {
    const { gathering, rows } = await gathered();
    const all = Array.from({ length: 2_000 }, (_, n) =>
      gathering.note(
        { ...actor, place: `place ${n % 700}` },
        { kind: n % 3 === 0 ? 'password-refused' : 'sign-in-failed', name: `name ${n}` },
      ),
    );
    await Promise.all(all);
    await gathering.flush();
    const written = await rows();
    expect(written.length).toBeLessThanOrEqual(20);
    expect(written.reduce((sum, { count }) => sum + count, 0)).toBe(2_000);
    const together = written.filter(({ place }) => place === null);
    expect(together.map(({ kind }) => kind).sort()).toEqual(['password-refused', 'sign-in-failed']);

    await gathering.note(actor, { kind: 'sign-in-failed', name: 'next minute' });
    expect(await rows()).toHaveLength(written.length + 1);
  });

  test('that the database did not take are counted and written later', async () => {
    const { db, gathering, tellFailure, rows } = await gathered();
    const create = vi.spyOn(db.auditEntry, 'create').mockRejectedValue(new Error('full'));
    await gathering.note(actor, { kind: 'sign-in-failed', name: 'a' });
    await gathering.flush();
    expect(tellFailure).toHaveBeenCalledTimes(2);
    create.mockRestore();
    await gathering.flush();
    expect(await rows()).toMatchObject([{ name: 'a', count: 1 }]);
  });
});
