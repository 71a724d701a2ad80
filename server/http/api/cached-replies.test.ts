import { expect, test } from 'vitest';
import { openOffice } from '#server/test/agency.ts';
import { signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';

onBothDatabases('a list that has not changed', ({ open }) => {
  test('has one tag for each revision and is not sent again to who knows it', async () => {
    const { origin, admin, application } = await openOffice(await open());
    const read = (path: string, tag?: string) =>
      admin.send('GET', path, { headers: tag === undefined ? {} : { 'If-None-Match': tag } });
    await application({ playerName: 'First player' });

    for (const path of ['/api/applications', '/api/applications?since=0', '/api/contacts']) {
      const first = await read(path);
      const tag = first.headers.get('ETag') ?? '';
      expect(tag).toMatch(/^W\/".+\.\d+"$/);
      const text = await first.text();
      expect(await (await read(path)).text()).toBe(text);
      const known = await read(path, tag);
      expect([known.status, await known.text()]).toEqual([304, '']);

      await application({ playerName: 'Next player' });
      const changed = await read(path, tag);
      expect(changed.status).toBe(200);
      expect(changed.headers.get('ETag')).not.toBe(tag);
      if (path !== '/api/contacts') expect(await changed.text()).toContain('Next player');
    }
    expect(origin).toBe(admin.origin);
  });

  test('R-17 is kept from who may not read it', async () => {
    const db = await open();
    const { origin, admin, visitor, application } = await openOffice(db);
    await application();
    const { headers } = await admin.send('GET', '/api/applications');
    const known = { headers: { 'If-None-Match': headers.get('ETag') ?? '' } };
    const agent = await signedIn(db, origin, { username: 'agent', role: 'agent' });
    expect((await agent.send('GET', '/api/applications', known)).status).toBe(403);
    expect((await visitor.send('GET', '/api/applications', known)).status).toBe(401);
  });

  test('is right while writers and readers are at work together', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const names: string[] = [];
    const write = async (playerName: string) => {
      await application({ playerName });
      names.push(playerName);
      const seen = [...names];
      const text = await (await admin.send('GET', '/api/applications')).text();
      expect(seen.filter((name) => !text.includes(name))).toEqual([]);
    };
    await Promise.all(
      ['a', 'b', 'c', 'd'].map(async (writer) => {
        for (let n = 0; n < 8; n += 1) await write(`Player ${writer}${n}.`);
      }),
    );
    expect(errors()).toEqual([]);
  });
});
