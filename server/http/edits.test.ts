import { expect, test } from 'vitest';
import {
  changeStatus,
  createApplication,
  editApplication,
  getApplication,
  getHistory,
  pullApplications,
  setFollowUp,
} from '#contract/applications.ts';
import { editCampaign } from '#contract/campaigns.ts';
import { changeContactState } from '#contract/contacts.ts';
import { newId } from '#contract/fields/ids.ts';
import { erasePerson } from '#contract/people.ts';
import { sync } from '#contract/sync.ts';
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

  test('brings nothing personal back that began before the person was anonymised', async () => {
    const { admin } = await openOffice(await open());
    const { phone: _, ...rest } = aDraft;
    const { reply: seen } = await admin.call(createApplication, {
      body: { ...rest, id: newId(), phone: null },
    });
    await admin.call(erasePerson, { body: { email: seen.email, how: 'anonymise' } });
    const body = { ...rest, phone: '0170 1234567', position: 'Keeper', seen };
    const { reply } = await admin.call(editApplication, { params: { id: seen.id }, body });
    expect(reply).toMatchObject({ phone: null, position: 'Keeper', conflicts: [] });
    expect(JSON.stringify(reply)).not.toContain(seen.email);
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

onBothDatabases('a change of status that says what was seen', ({ open }) => {
  test('W-11 P-14 of a note alone leaves the status that somebody else has set', async () => {
    const { admin, application } = await openOffice(await open());
    const { id, ...before } = await application();
    const params = { id };
    const seen = { status: before.status };
    await admin.call(changeStatus, { params, body: { status: 'signed' } });

    const note = { params, body: { status: 'pending', notes: 'A note.', seen }, key: newId() };
    const { reply } = await admin.call(changeStatus, note);
    expect(reply).toMatchObject({
      status: 'signed',
      change: { previousStatus: 'signed', newStatus: 'signed', notes: 'A note.' },
      conflicts: [],
    });
    expect((await admin.call(changeStatus, note)).reply).toEqual(reply);
    const nothing = await admin.call(changeStatus, { params, body: { status: 'pending', seen } });
    expect([nothing.status, nothing.problem.message]).toEqual([400, 'Nothing to change.']);
    expect((await admin.call(getApplication, { params })).reply.version).toBe(reply.version);
  });

  test('W-11 names the status that both have changed; both stand in the history', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const params = { id };
    const seen = { status: 'pending' };
    await admin.call(changeStatus, { params, body: { status: 'signed', seen } });

    const mine = { params, body: { status: 'rejected', seen }, key: newId() };
    const { reply } = await admin.call(changeStatus, mine);
    expect(reply).toMatchObject({
      status: 'rejected',
      change: { previousStatus: 'signed', newStatus: 'rejected' },
      conflicts: ['status'],
    });
    expect((await admin.call(changeStatus, mine)).reply).toEqual(reply);

    const same = { status: 'rejected', notes: 'I think so, too.', seen };
    const agreed = await admin.call(changeStatus, { params, body: same });
    expect(agreed.reply).toMatchObject({ status: 'rejected', conflicts: [] });
    const history = (await admin.call(getHistory, { params })).reply;
    expect(history.map(({ newStatus }) => newStatus)).toEqual(['rejected', 'rejected', 'signed']);
  });

  test('W-11 of a batch sees the changes before it, its own and those of others', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    await admin.call(changeStatus, { params: { id }, body: { status: 'signed' } });
    const call = (status: string, seen: string, notes?: string) => ({
      key: newId(),
      method: 'PATCH' as const,
      path: `/api/applications/${id}/status`,
      body: { status, notes, seen: { status: seen } },
      lane: `application:${id}`,
    });
    const calls = [
      call('pending', 'pending', 'A note.'),
      call('in_review', 'pending'),
      call('in_review', 'in_review', 'Another.'),
      call('interview_scheduled', 'in_review'),
    ];
    const { answers } = (await admin.call(sync, { body: { calls } })).reply;
    expect(answers.map(({ body }) => body)).toMatchObject([
      { status: 'signed', conflicts: [] },
      { status: 'in_review', conflicts: ['status'] },
      { status: 'in_review', conflicts: [] },
      { status: 'interview_scheduled', conflicts: [] },
    ]);
    const again = (await admin.call(sync, { body: { calls } })).reply;
    // The application as it is by now, with what each call did.
    const { change: _, ...now } = { change: null, ...(answers.at(-1)?.body as object) };
    expect(again.answers).toEqual(
      answers.map(({ status, body }) => {
        const { change, conflicts } = body as { change: unknown; conflicts: unknown };
        return { status, body: { ...now, change, conflicts } };
      }),
    );
  });

  test('W-11 fault 12: of 20 at the same moment one meets what was seen, and no note changes a status', async () => {
    const { admin, application, errors } = await openOffice(await open());
    const { id } = await application();
    const params = { id };
    const seen = { status: 'pending' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const change =
          n % 2
            ? { status: 'pending', notes: `Note ${n}` }
            : { status: 'signed', notes: `Yes ${n}` };
        return (await admin.call(changeStatus, { params, body: { ...change, seen } })).reply;
      }),
    );
    const changes = replies.map(({ change }) => change);
    const moved = changes.filter(({ previousStatus, newStatus }) => previousStatus !== newStatus);
    expect(moved).toMatchObject([{ previousStatus: 'pending', newStatus: 'signed' }]);
    expect(replies.flatMap(({ conflicts }) => conflicts)).toEqual([]);
    expect((await admin.call(getApplication, { params })).reply.status).toBe('signed');
    expect(errors()).toEqual([]);
  });
});

onBothDatabases('a follow-up and a state that say what was seen', ({ open }) => {
  test('W-11 leave the day that somebody else has set, and name it', async () => {
    const { admin, application } = await openOffice(await open());
    const { id } = await application();
    const params = { id };
    const seen = { followUpOn: null };
    await admin.call(setFollowUp, { params, body: { followUpOn: '2026-12-24', seen } });

    const mine = { params, body: { followUpOn: '2026-12-01', seen }, key: newId() };
    const { reply } = await admin.call(setFollowUp, mine);
    expect(reply).toMatchObject({ followUpOn: '2026-12-24', conflicts: ['followUpOn'] });
    expect((await admin.call(setFollowUp, mine)).reply).toEqual(reply);
    const same = await admin.call(setFollowUp, {
      params,
      body: { followUpOn: '2026-12-24', seen },
    });
    expect(same.reply).toEqual({ ...reply, conflicts: [] });

    const decided = { followUpOn: null, seen: { followUpOn: '2026-12-24' } };
    const last = await admin.call(setFollowUp, { params, body: decided });
    expect(last.reply).toMatchObject({ followUpOn: null, conflicts: [] });
    const plain = await admin.call(setFollowUp, { params, body: { followUpOn: '2026-12-01' } });
    expect(plain.reply).not.toHaveProperty('conflicts');
  });

  test('W-11 leave the state that somebody else has set, and name it', async () => {
    const { admin, contact } = await openOffice(await open());
    const { id } = await contact();
    const params = { id };
    const seen = { state: 'new' };
    await admin.call(changeContactState, { params, body: { state: 'archived', seen } });

    const mine = { params, body: { state: 'spam', seen }, key: newId() };
    const { reply } = await admin.call(changeContactState, mine);
    expect(reply).toMatchObject({ state: 'archived', conflicts: ['state'] });
    expect((await admin.call(changeContactState, mine)).reply).toEqual(reply);
    const plain = await admin.call(changeContactState, { params, body: { state: 'spam' } });
    expect(plain.reply).toMatchObject({ state: 'spam' });
    expect(plain.reply).not.toHaveProperty('conflicts');
  });
});
