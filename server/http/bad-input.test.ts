import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { newId, newLinkToken } from '#contract/fields/ids.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';
import {
  aCampaign,
  aDraft,
  aMark,
  anInquiry,
  aPortrait,
  aSite,
  someReminders,
} from '#server/test/bodies.ts';
import { signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

/** Values that no field accepts unchanged, or that break a careless database or parser. */
const NASTY: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53,
  '',
  '   ',
  'NUL\0inside',
  '\ud800 alone',
  'tail \udfff',
  'x'.repeat(301),
  'x'.repeat(20_000),
  '\'; DROP TABLE "User"; --',
  '%00',
  '🏟️'.repeat(60),
  '\u202e\u0000',
  [],
  [[]],
  ['a', 'b'],
  {},
  { toString: 1 },
  { $gt: '' },
  { set: 'x' },
  { increment: 1 },
];

const { privacyPolicy: _, openFor: __, ...inquiryFields } = anInquiry;

/** A valid body of each call with a body; the test spoils one field after the other. */
const BODIES: Record<string, Record<string, unknown>> = {
  'POST /api/login': { username: 'marta', password: 'not-the-password' },
  'POST /api/register': {
    username: 'nico',
    password: 'corner-flag-17',
    email: 'nico@example.org',
    firstName: 'Nico',
    lastName: 'Example',
  },
  'POST /api/applications': { id: newId(), ...aDraft },
  'PUT /api/applications/:id': aDraft,
  'PATCH /api/applications/:id/status': {
    status: 'signed',
    notes: 'A note',
    seen: { status: 'pending' },
  },
  'POST /api/campaign-ids': { count: 1 },
  'POST /api/campaigns': aCampaign,
  'PUT /api/campaigns/:id': aCampaign,
  'POST /api/contact': {
    ...anInquiry,
    campaignId: 1,
    utmSource: 'a',
    language: 'de',
    website: '',
    linkToken: newLinkToken(),
  },
  'POST /api/contact/link': { token: newLinkToken() },
  'PUT /api/contact/link': { ...inquiryFields, token: newLinkToken() },
  'POST /api/contact/link/withdraw': { token: newLinkToken() },
  'POST /api/contacts/:id/convert': { status: 'pending' },
  'PUT /api/contacts/:id/addition': { applicationId: newId(), added: true, state: 'answered' },
  'POST /api/sync': { calls: [], reads: [] },
  'POST /api/unknown-keys': { keys: [newId()] },
  'PUT /api/contacts/:id/suspicion': { suspect: false },
  'PUT /api/contacts/:id/notes': { notes: 'A note', seen: { notes: null } },
  'PUT /api/contacts/:id/wanted': { wantedPosition: 'Libero', wantedAgeTo: 21, seen: {} },
  'PATCH /api/contacts/:id': { state: 'answered', seen: { state: 'new' } },
  'PUT /api/applications/:id/follow-up': { followUpOn: '2026-12-01', seen: { followUpOn: null } },
  'PUT /api/applications/:id/removal': { removed: true },
  'PUT /api/applications/:id/offers/:offerId': {
    until: '2026-12-31T00:00:00.000Z',
    draft: { club: 'FC Example', language: 'de', shows: ['position'] },
    digest: 'a'.repeat(64),
    picture: null,
  },
  'POST /api/offers/opened': { token: 'x'.repeat(43), isAgain: false },
  'POST /api/offers/answer': { token: 'x'.repeat(43), answer: 'interested', words: 'Call me' },
  'POST /api/exports': { list: 'contacts', rows: 1 },
  'POST /api/people/export': { email: 'nobody@example.org' },
  'POST /api/people/erase': { email: 'nobody@example.org', how: 'delete' },
  'PUT /api/auth/password': { currentPassword: 'not-the-password', newPassword: 'corner-flag-18' },
  'PUT /api/auth/user': { email: 'nico@example.org', firstName: 'Nico', lastName: 'Example' },
  'POST /api/auth/password-link': { token: 'x'.repeat(43) },
  'PUT /api/auth/password-link': { token: 'x'.repeat(43), newPassword: 'corner-flag-18' },
  'POST /api/backups/copies': {
    epoch: 'restored-2026',
    applications: [],
    contacts: [],
    campaigns: [],
    history: [],
    gone: [{ list: 'contacts', id: 1, version: 1 }],
  },
  'PUT /api/backups/copies': { ids: [newId()], decision: 'leave' },
  'POST /api/audit': {
    kind: 'signed-in',
    userId: 1,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-02-01T00:00:00.000Z',
    before: 9,
    limit: 5,
  },
  'POST /api/passkeys': { name: 'My phone', credential: { id: 'x' } },
  'POST /api/login/passkey': { credential: { id: 'x' } },
  'POST /api/auth/proof': { password: 'left-back-of-the-year' },
  'POST /api/auth/proof/passkey': { credential: { id: 'x' } },
  'POST /api/login/recovery-code': { code: 'aaaa-bbbb-cccc-dddd' },
  'PUT /api/reminders': { ...someReminders },
  'POST /api/calendar': { name: 'Follow-ups', event: 'Follow-up: {{player}}' },
  'PUT /api/mail-reminders': {
    language: 'de',
    timeZone: 'Europe/Madrid',
    kinds: ['reply'],
    quietFrom: '22:00',
    quietTo: '07:00',
  },
  'POST /api/auth/address': { email: 'marta@agency.test', language: 'de' },
  'PUT /api/auth/address': { token: 'x'.repeat(43) },
  'POST /api/users/:id/password-link/mail': { language: 'de' },
  'PUT /api/views': {
    id: '0192f3a4-0000-7000-8000-000000000001',
    name: 'Strikers',
    list: 'applications',
    filter: 'signed',
    sort: 'name',
    where: { currentClub: 'Elche' },
    columns: ['position'],
  },
  'POST /api/marks': aMark,
  'POST /api/portraits': aPortrait,
  'POST /api/site-versions': { base: null, content: aSite, restores: null },
  'PATCH /api/users/:id': { role: 'agent', access: 'open' },
  'POST /api/users/:id/erase': { name: 'keep' },
};

/** Names that are no field of any body. Every schema ignores them, so a few values are enough. */
const UNKNOWN = ['constructor', 'toString', 'hasOwnProperty'];

/** Ids that no row has; `encoded` reaches the server unchanged. */
const NO_IDS = [
  '0',
  '-1',
  '1.0',
  '01',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  '1e3',
  '0x1',
  '١',
  'NaN',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  ' 1',
  '1;',
  "1' OR '1'='1",
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  newId(),
  newId().toUpperCase(),
  `${newId()}x`,
  `{${newId()}}`,
  '\0',
  '\ud7ff',
  'x'.repeat(2_000),
  '[object Object]',
].map((id) => encodeURIComponent(id));
const BROKEN_IDS = ['%', '%E0%A4%A', '%ff', '%c0%80', '%00', '%ed%a0%80', '..%2f', '%2e%2e'];

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

onSqliteFirst('bad input', ({ open }) => {
  test('V2.2.3 E-08 of a field is a 400 that says which field, or is taken as right, and never a 5xx', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);
    await client.send('POST', '/api/contact', { body: anInquiry });
    const created = await client.send('POST', '/api/applications', { body: aDraft });
    const application: unknown = await created.json();
    const campaign = await client.send('POST', '/api/campaigns', { body: aCampaign });
    expect([created.status, campaign.status]).toEqual([201, 201]);
    const { id } = application as { id: string };

    const endpoints = ENDPOINTS.filter(({ body }) => body);
    expect(endpoints.map(nameOf).sort(), 'BODIES of this file').toEqual(Object.keys(BODIES).sort());
    for (const endpoint of endpoints) {
      const params = {
        id: endpoint.path.startsWith('/api/applications') ? id : 1,
        offerId: newId(),
      };
      const known = BODIES[nameOf(endpoint)] ?? {};
      const right = 'applicationId' in known ? { ...known, applicationId: id } : known;
      for (const field of [...Object.keys(right), ...UNKNOWN]) {
        const values = UNKNOWN.includes(field) ? [null, 'x', {}] : [...NASTY, undefined];
        const check = async (value: unknown) => {
          const body = { ...right, [field]: value };
          const { status, text } = await client.call(endpoint, { params, body });
          const what = `${nameOf(endpoint)} ${field}=${String(JSON.stringify(value)).slice(0, 40)}: ${text}`;
          // A valid address without records, or a token of no link.
          const missing =
            /^\/api\/(people|contact\/link|offers|auth\/(password-link|address))/.test(
              endpoint.path,
            )
              ? [404]
              : [];
          expect([200, 201, 204, 400, 401, 409, 410, ...missing], what).toContain(status);
          if (status !== 400) return;
          const problem = JSON.parse(text);
          expect(problem, what).toEqual({
            message: expect.any(String),
            code: 'invalid-input',
            fields: expect.any(Object),
          });
          // A message for people, not one of the library.
          expect(text, what).not.toMatch(/Expected|Received|Invalid (type|key)/i);
          expect(Object.keys(problem.fields)[0], what).toMatch(
            new RegExp(`^(${field}|status|currentPassword)\\b`),
          );
        };
        await Promise.all(values.map(check));
      }
    }
    expect(errors()).toEqual([]);
  });

  test.each<[path: string, fields: Record<string, string>]>([
    [
      '/api/contact',
      {
        name: 'Name must be at least 2 characters.',
        email: 'Please enter a valid email address.',
        inquiryType: 'Please select an inquiry type.',
        message: 'Message must be at least 10 characters.',
        privacyPolicy: 'You must agree to the privacy policy.',
      },
    ],
    [
      '/api/login',
      {
        username: 'Username is required (min 2 characters)',
        password: 'Password must be at least 6 characters',
      },
    ],
    [
      '/api/campaigns',
      {
        name: 'This field is required.',
        utmSource: 'This field is required.',
        utmMedium: 'This field is required.',
        utmCampaign: 'This field is required.',
      },
    ],
  ])(
    'E-08 F-07 to F-11, A-08, A-09, C-11 of no fields, or of the wrong kind, at %s says what the form says',
    async (path, fields) => {
      const db = await open();
      const { origin } = await serveApp(db);
      const client = await signedIn(db, origin);
      const wrong = Object.fromEntries(Object.keys(fields).map((name) => [name, 5]));
      for (const body of [{}, [], wrong]) {
        const answer = await client.send('POST', path, { body });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toEqual({
          message: Object.values(fields)[0],
          code: 'invalid-input',
          fields,
        });
      }
    },
  );

  test('V1.1.1 keeps text that it takes as it is, and refuses what a database would change', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const playerName = '  Zoë "Ω" O\'Neil 👩‍👩‍👦 \u202eابت %41 &lt; \\u0041  ';
    const taken = await client.send('POST', '/api/applications', {
      body: { ...aDraft, playerName },
    });
    expect(await taken.json()).toMatchObject({ playerName: playerName.trim() });

    for (const text of ['a\0b', '\ud83d', 'x\udc00y']) {
      const body = { ...aDraft, agentNotes: text };
      const { status } = await client.send('POST', '/api/applications', { body });
      expect(status).toBe(400);
    }
    expect(await db.application.count()).toBe(1);
  });

  test('V1.4.2 E-07 of an id, of any shape, is a 404 with the code of its subject', async () => {
    const db = await open();
    const { origin, errors } = await serveApp(db);
    const client = await signedIn(db, origin);

    for (const endpoint of ENDPOINTS.filter(({ params }) => params)) {
      const [, , subject = ''] = endpoint.path.split('/');
      const check = async (id: string) => {
        const path = endpoint.path.replace(':id', id);
        const { body } = {
          body: undefined,
          ...(endpoint.body && { body: BODIES[nameOf(endpoint)] }),
        };
        const answer = await client.send(endpoint.method, path, body ? { body } : {});
        const text = await answer.text();
        const what = `${endpoint.method} ${path.slice(0, 80)}: ${text}`;
        expect(answer.status, what).toBe(404);
        if (!/^(%2e|\.)/.test(id)) {
          expect(JSON.parse(text).code, what).toBe(`${subject.replace(/s$/, '')}-not-found`);
        }
      };
      await Promise.all([...NO_IDS, ...BROKEN_IDS].map(check));
    }
    expect(errors()).toEqual([]);
  });

  test('V15.3.7 of a query is a 400', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    const queries = [
      'since=',
      'since=-1',
      'since=1.5',
      'since=abc',
      'since=2147483648',
      'since=99999999999',
      'since=1&since=2',
      'since=0&limit=0',
      'since=0&limit=2001',
      'since=0&before=x',
      'since=0&epoch=a&epoch=b',
      'since=%00',
      'since=%ff',
    ];
    for (const path of ['/api/applications', '/api/contacts', '/api/campaigns']) {
      for (const query of queries) {
        const { status } = await client.send('GET', `${path}?${query}`);
        expect(status, `${path}?${query}`).toBe(400);
      }
      expect((await client.send('GET', `${path}?other=1&__proto__=2`)).status).toBe(200);
      expect((await client.send('GET', `${path}?since=0&before=0`)).status).toBe(200);
    }
  });

  test('of an Idempotency-Key is a 400, and a quoted one is right', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    for (const key of ['x', '123', `${newId()}0`, "' OR 1=1", newId().replaceAll('-', '')]) {
      const { status } = await client.send('POST', '/api/campaigns', { body: aCampaign, key });
      expect(status, key).toBe(400);
    }
    for (const key of [newId().toUpperCase(), `"${newId()}"`, '']) {
      const { status } = await client.send('POST', '/api/campaigns', { body: aCampaign, key });
      expect(status, key).toBe(201);
    }
  });

  test('of a Device-Time is ignored', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const client = await signedIn(db, origin);
    for (const time of ['x', '-5', '1e400', '999999999999999', 'NaN', '1.5']) {
      const headers = { 'Device-Time': time };
      const { status } = await client.send('POST', '/api/contact', {
        body: anInquiry,
        key: newId(),
        headers,
      });
      expect(status, time).toBe(201);
    }
    const contacts = await db.contact.findMany();
    for (const { consentAt, createdAt } of contacts) {
      expect(Math.abs(createdAt.getTime() - consentAt.getTime())).toBeLessThan(5_000);
    }
  });
});
