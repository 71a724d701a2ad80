import { expect, test } from 'vitest';
import { onBothDatabases } from './database.ts';
import { aCampaign } from './samples.ts';

onBothDatabases('a test database', ({ open, url, blankUrl, provider }) => {
  test('has all tables, one ReplicationState row and nothing else', async () => {
    const db = await open();
    const [state, ...others] = await db.replicationState.findMany();
    expect(others).toEqual([]);
    expect(state).toEqual({
      id: 1,
      revision: 0,
      epoch: expect.any(String),
      epochAtStart: state?.epoch,
      oldest: 0,
    });
    expect(await db.user.count()).toBe(0);
  });

  test('is not shared between tests, nor inside one', async () => {
    const [one, other] = await Promise.all([open(), open()]);
    await one.campaign.create({
      data: aCampaign(),
    });
    expect(await one.campaign.count()).toBe(1);
    expect(await other.campaign.count()).toBe(0);
  });

  test('is of the kind that its name says', async () => {
    const scheme = provider === 'sqlite' ? /^file:/ : /^postgres:/;
    expect(await url()).toMatch(scheme);
    expect(await blankUrl()).toMatch(scheme);
  });
});
