import { expect, test } from 'vitest';
import { editApplication, pullApplications } from '#contract/applications.ts';
import { editCampaign } from '#contract/campaigns.ts';
import { openOffice } from '#server/test/agency.ts';
import { aCampaign, aDraft } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

onBothDatabases('an edit that says what was seen', ({ open }) => {
  test('W-11 merges with one of other fields, and names the fields that both have changed', async () => {
    const { admin, application } = await openOffice(await open());
    const seen = await application();
    const params = { id: seen.id };
    const theirs = { ...aDraft, currentClub: 'Their club', phone: '1', seen };
    await admin.call(editApplication, { params, body: theirs });

    const mine = { ...aDraft, currentClub: 'My club', position: 'Keeper', phone: null, seen };
    const { reply } = await admin.call(editApplication, { params, body: mine });
    expect(reply).toMatchObject({
      currentClub: 'Their club',
      phone: '1',
      position: 'Keeper',
      conflicts: ['phone', 'currentClub'],
      version: 3,
    });

    // The person has seen both and keeps their own club and the other's phone.
    const again = { ...mine, phone: reply.phone, seen: reply };
    const kept = await admin.call(editApplication, { params, body: again });
    expect(kept.reply).toMatchObject({ currentClub: 'My club', phone: '1', conflicts: [] });
    const { rows } = (await admin.call(pullApplications, { query: { since: 3 } })).reply;
    expect(rows).toMatchObject([{ currentClub: 'My club', position: 'Keeper', version: 4 }]);
  });

  test('of an older phone leaves a field as it is that the phone does not know', async () => {
    const { admin, application } = await openOffice(await open());
    const { position, ...seen } = await application();
    const { position: _, ...draft } = { ...aDraft, phone: '1' };
    const body = { ...draft, seen };
    const { reply } = await admin.call(editApplication, { params: { id: seen.id }, body });
    expect(reply).toMatchObject({ phone: '1', position, conflicts: [] });
    expect(position).not.toBeNull();
  });

  test('changes nothing, not even the revision, when nothing is left to write', async () => {
    const { admin, application } = await openOffice(await open());
    const seen = await application();
    const params = { id: seen.id };
    const { reply } = await admin.call(editApplication, { params, body: { ...aDraft, seen } });
    expect(reply).toEqual({ ...seen, conflicts: [] });
  });

  test('fault 12: of 20 at the same moment each puts through its own field or is told', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const seen = await application();
    const params = { id: seen.id };
    const fields = ['phone', 'position', 'nationality', 'currentClub'] as const;
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const field = fields[n % fields.length] ?? 'phone';
        const body = { ...aDraft, [field]: `Value ${n}`, seen };
        const { reply } = await admin.call(editApplication, { params, body });
        return { field, value: `Value ${n}`, reply };
      }),
    );
    const last = replies.map(({ reply }) => reply).sort((a, b) => b.version - a.version)[0];
    for (const field of fields) {
      const won = replies.filter((each) => each.field === field && !each.reply.conflicts?.length);
      expect(won).toHaveLength(1);
      expect(won[0]?.value).toBe(last?.[field]);
    }
    expect(errors()).toEqual([]);
  });

  test('W-11 of a campaign merges alike; an edit that says nothing replaces all, as ever', async () => {
    const { admin, campaign } = await openOffice(await open());
    const seen = await campaign();
    const params = { id: seen.id };
    await admin.call(editCampaign, { params, body: { ...aCampaign, name: 'Theirs', seen } });
    const body = { ...aCampaign, name: 'Mine', active: false };
    const merged = await admin.call(editCampaign, { params, body: { ...body, seen } });
    expect(merged.reply).toMatchObject({ name: 'Theirs', active: false, conflicts: ['name'] });
    const plain = await admin.call(editCampaign, { params, body });
    expect(plain.reply).toMatchObject({ name: 'Mine', active: false });
    expect(plain.reply).not.toHaveProperty('conflicts');
  });
});
