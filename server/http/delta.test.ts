import { expect, test } from 'vitest';
import { changeStatus, pullApplications } from '#contract/applications.ts';
import { deleteCampaign, pullCampaigns, trackVisit } from '#contract/campaigns.ts';
import { convertContact, pullContacts } from '#contract/contacts.ts';
import { STATUSES } from '#contract/fields/vocabulary.ts';
import { sendInquiry } from '#contract/inquiry.ts';
import { openOffice } from '#server/test/agency.ts';
import { anInquiry } from '#server/test/bodies.ts';
import { onBothDatabases } from '#server/test/database.ts';

interface Row {
  id: string | number;
  version: number;
}

interface Page {
  rows: Row[];
  history?: Row[];
  epoch: string;
  revision: number;
  reset: boolean;
  gone: (string | number)[];
  next: number | null;
}

type Query = Record<string, string | number>;

/** A phone's copy of one list; it pulls as contract/delta.ts describes. */
class Mirror {
  readonly rows = new Map<string | number, Row>();
  readonly history = new Map<string | number, Row>();
  /** How many rows came in more than one page of a pull. */
  repeated = 0;
  since = 0;
  epoch: string | null = null;
  readonly #ask: (query: Query) => Promise<Page>;

  constructor(ask: (query: Query) => Promise<Page>) {
    this.#ask = ask;
  }

  /** Pulls all pages, of `limit` rows each. */
  async pull(limit: number): Promise<void> {
    const query = { since: this.since, limit, ...(this.epoch && { epoch: this.epoch }) };
    const seen = new Set<string | number>();
    let page = await this.#ask(query);
    if (page.reset) {
      this.rows.clear();
      this.history.clear();
    }
    this.since = page.revision;
    this.epoch = page.epoch;
    this.#apply(page, seen);
    while (page.next !== null) {
      page = await this.#ask({ ...query, before: page.next });
      this.#apply(page, seen);
    }
  }

  #apply({ rows, history = [], gone }: Page, seen: Set<string | number>): void {
    for (const row of rows) {
      if (seen.has(row.id)) this.repeated += 1;
      seen.add(row.id);
      put(this.rows, row);
    }
    for (const entry of history) put(this.history, entry);
    for (const id of gone) this.rows.delete(id);
  }
}

function put(rows: Map<string | number, Row>, row: Row): void {
  if ((rows.get(row.id)?.version ?? -1) < row.version) rows.set(row.id, row);
}

onBothDatabases('pulling what changed', ({ open }) => {
  test('W-05 gives everything at first, newest first, in pages, and then only what changed', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    for (let n = 0; n < 7; n += 1) await application({ playerName: `Player ${n}` });
    const pull = async (query: Record<string, number>) =>
      (await admin.call(pullApplications, { query: { limit: 3, ...query } })).reply;

    const first = await pull({ since: 0 });
    expect(first).toMatchObject({ revision: 7, reset: true, gone: [], next: 5, history: [] });
    expect(first.count).toBe(7);
    expect(first.rows.map(({ version }) => version)).toEqual([7, 6, 5]);
    const second = await pull({ since: 0, before: 5 });
    expect(second.rows.map(({ version }) => version)).toEqual([4, 3, 2]);
    const third = await pull({ since: 0, before: 2 });
    expect(third.rows.map(({ version }) => version)).toEqual([1]);
    expect(third.next).toBeNull();
    expect([second.count, third.count]).toEqual([undefined, undefined]);

    const nothing = await pull({ since: 7 });
    expect(nothing).toMatchObject({ rows: [], reset: false, next: null });
    expect(nothing).not.toHaveProperty('count');
    const [player] = third.rows;
    const params = { id: player?.id ?? '' };
    await admin.call(changeStatus, { params, body: { status: 'signed' } });
    const later = await pull({ since: 7 });
    expect(later).toMatchObject({ revision: 8, reset: false, next: null });
    expect(later.rows).toMatchObject([{ id: player?.id, status: 'signed', version: 8 }]);
    expect(later.history).toMatchObject([{ applicationId: player?.id, version: 8, by: 'marta' }]);
  });

  test('fault 32: starts afresh when the epoch is another one or the mirror is ahead of the database', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    await application();
    const { epoch } = (await admin.call(pullApplications, { query: { since: 0 } })).reply;
    const resetWith = async (query: Record<string, string | number>) => {
      const { reply } = await admin.call(pullApplications, { query });
      return [reply.reset, reply.rows.length];
    };
    expect(await resetWith({ since: 1, epoch })).toEqual([false, 0]);
    expect(await resetWith({ since: 1, epoch: 'another' })).toEqual([true, 1]);
    expect(await resetWith({ since: 2, epoch })).toEqual([true, 1]);
    expect(await resetWith({ since: 0, epoch })).toEqual([true, 1]);
  });

  test('names rows that were deleted since, once, on the first page', async () => {
    const { admin, campaign } = await openOffice(await open());
    const doomed = await campaign();
    for (let n = 0; n < 3; n += 1) await campaign();
    const since = 4;
    await admin.call(deleteCampaign, { params: { id: doomed.id } });
    for (let n = 0; n < 3; n += 1) await campaign();

    const query = { since, limit: 2 };
    const first = (await admin.call(pullCampaigns, { query })).reply;
    expect(first).toMatchObject({ gone: [doomed.id], reset: false });
    const before = first.next ?? 0;
    const second = (await admin.call(pullCampaigns, { query: { ...query, before } })).reply;
    expect(second).toMatchObject({ gone: [], next: null });
    expect((await admin.call(pullCampaigns, { query: { since: 8 } })).reply.gone).toEqual([]);
  });

  test('keeps together what changed in one transaction, however many that are', async () => {
    const db = await open();
    const { admin, campaign } = await openOffice(db);
    const { id } = await campaign();
    const text = { ...anInquiry, includeHistory: true, inquiryType: 'other', message: 'm' };
    const { openFor: _, privacyPolicy: _p, ...fields } = text;
    await db.contact.createMany({
      data: Array.from({ length: 12 }, (_n, n) => ({
        ...fields,
        writtenBy: null,
        playerName: null,
        under18: null,
        phone: null,
        currentClub: null,
        position: null,
        achievements: null,
        careerGoals: null,
        campaignId: n < 7 ? id : null,
        utmSource: null,
        utmMedium: null,
        utmCampaign: null,
        language: null,
        consentAt: new Date(),
      })),
    });
    await admin.call(deleteCampaign, { params: { id } });

    const mirror = new Mirror(async (query) => (await admin.call(pullContacts, { query })).reply);
    await mirror.pull(3);
    expect(mirror.rows.size).toBe(12);
    expect(mirror.repeated).toBe(0);
  });

  test('fault 31: misses nothing and repeats nothing while eight writers are at work', async () => {
    const db = await open();
    const office = await openOffice(db);
    const { admin, errors } = office;
    for (let n = 0; n < 20; n += 1) await office.application({ playerName: `Player ${n}` });
    for (let n = 0; n < 6; n += 1) await office.campaign({ name: `Campaign ${n}` });
    for (let n = 0; n < 6; n += 1) await office.contact({ campaignId: n + 1 });

    const random = seeded(7);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const write = async () => {
      const [applications, campaigns, contacts] = await Promise.all([
        db.application.findMany({ select: { id: true } }),
        db.campaign.findMany({ select: { id: true } }),
        db.contact.findMany({ select: { id: true } }),
      ]);
      const campaignId = campaigns.length > 0 ? pick(campaigns).id : 1;
      const notes = 'A note';
      const kinds: (() => Promise<unknown>)[] = [
        () => office.application({ playerName: 'New player' }),
        () =>
          admin.call(changeStatus, {
            params: pick(applications),
            body: { status: pick(STATUSES), notes },
          }),
        () => office.visitor.call(sendInquiry, { body: { ...anInquiry, campaignId } }),
        () => admin.call(convertContact, { params: pick(contacts), body: { status: 'pending' } }),
        () => office.visitor.call(trackVisit, { params: { id: campaignId } }),
        () => office.campaign({ name: 'New campaign' }),
        () => admin.call(deleteCampaign, { params: { id: campaignId } }),
      ];
      await pick(kinds)();
    };

    const mirrors = [
      new Mirror(async (query) => (await admin.call(pullApplications, { query })).reply),
      new Mirror(async (query) => (await admin.call(pullContacts, { query })).reply),
      new Mirror(async (query) => (await admin.call(pullCampaigns, { query })).reply),
    ];
    for (let round = 0; round < 4; round += 1) {
      const writers = Array.from({ length: 8 }, async () => {
        for (let n = 0; n < 8; n += 1) await write();
      });
      const readers = mirrors.map(async (mirror) => {
        for (const limit of [1, 5, 2]) await mirror.pull(limit);
      });
      await Promise.all([...writers, ...readers]);
    }
    for (const mirror of mirrors) await mirror.pull(500);
    expect(mirrors.map(({ repeated }) => repeated)).toEqual([0, 0, 0]);

    const [applications, contacts, campaigns] = mirrors;
    expect(contentOf(applications?.rows)).toEqual(namesOf(await db.application.findMany()));
    expect(contentOf(applications?.history)).toEqual(namesOf(await db.historyEntry.findMany()));
    expect(contentOf(contacts?.rows)).toEqual(namesOf(await db.contact.findMany()));
    expect(contentOf(campaigns?.rows)).toEqual(namesOf(await db.campaign.findMany()));
    expect(errors()).toEqual([]);
  });
});

function contentOf(rows: Map<string | number, Row> | undefined): string[] {
  return namesOf([...(rows?.values() ?? [])]);
}

/** Rows as texts to compare. */
function namesOf(rows: Row[]): string[] {
  return rows.map(({ id, version }) => `${id}@${version}`).sort();
}

/** Mulberry32: numbers in [0, 1) that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
