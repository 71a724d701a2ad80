import { expect, onTestFinished, test, vi } from 'vitest';
import { INQUIRY_FORM_PATH, INQUIRY_SENT_PATH } from '#contract/inquiry.ts';
import { readSentInquiry, withdrawInquiry } from '#contract/inquiry-link.ts';
import { Client } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import type { RenderAnswer } from './inquiry-form.routes.ts';

const FORM = {
  name: 'Ana Ruiz',
  email: 'ana@example.org',
  phone: '',
  inquiryType: 'player_representation',
  message: 'I play left back.\r\nI look for an agent.',
  privacyPolicy: 'on',
  website: '',
  language: 'de',
};
/** What is posted, in the order of the fields. */
type Form = Record<string, string>;

const renderAnswer: RenderAnswer = async (language, answer) => JSON.stringify({ language, answer });

onSqliteFirst('the form without JavaScript', ({ open }) => {
  async function served(settings: Parameters<typeof serveApp>[1] = {}) {
    const db = await open();
    const { origin, errors } = await serveApp(db, { renderAnswer, ...settings });
    const client = new Client(origin);
    const post = (form: Form | string, headers: Record<string, string> = {}) =>
      client.send('POST', INQUIRY_FORM_PATH, {
        body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      });
    return { db, client, post, errors };
  }

  test('V3.3.1 keeps the way to the thanks in a cookie of that page alone', async () => {
    for (const [siteUrl, name] of [
      ['http://agency.test', 'inquiry-sent'],
      ['https://agency.test', '__Secure-inquiry-sent'],
    ] as const) {
      const { client, post } = await served({ siteUrl, trustProxy: 1 });
      const cookies = (await post(FORM)).headers.getSetCookie();
      expect(cookies.map((line) => line.split('=')[0])).toEqual([name, `${name}.sig`]);
      const secure = siteUrl.startsWith('https') ? '; secure' : '';
      for (const line of cookies) {
        expect(line).toMatch(
          new RegExp(`path=${INQUIRY_SENT_PATH}; .*samesite=lax${secure}; httponly$`, 'i'),
        );
      }
      const thanks = await client.send('GET', `${INQUIRY_SENT_PATH}?lang=de`);
      expect(await linkIn(thanks)).toMatch(/#[\w-]{43}$/);
    }
  });

  test('F-15 is an inquiry like any other, with its language, and thanks on a page of its own', async () => {
    const { db, client, post } = await served();
    const answer = await post(FORM);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('Location')).toBe(`${INQUIRY_SENT_PATH}?lang=de`);
    expect(await db.contact.findMany()).toMatchObject([
      {
        name: 'Ana Ruiz',
        email: 'ana@example.org',
        phone: null,
        inquiryType: 'player_representation',
        message: 'I play left back.\nI look for an agent.',
        includeHistory: false,
        language: 'de',
        suspect: false,
      },
    ]);

    const thanks = await client.send('GET', `${INQUIRY_SENT_PATH}?lang=de`);
    expect(thanks.status).toBe(200);
    expect(thanks.headers.get('Content-Type')).toContain('text/html');
    expect(thanks.headers.get('Content-Security-Policy')).toContain("form-action 'self'");
    const link = await linkIn(thanks);
    const sent = { reference: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/), link };
    expect(link).toMatch(/\/inquiry\?lang=de#[\w-]{43}$/);

    // The link opens the inquiry, also the one of a form that was posted twice.
    const token = link.split('#')[1] ?? '';
    const read = await client.call(readSentInquiry, { body: { token } });
    expect(read.reply).toMatchObject({ name: 'Ana Ruiz' });
    await post(FORM);
    const again = await client.send('GET', `${INQUIRY_SENT_PATH}?lang=de`);
    expect(await again.json()).toEqual({ language: 'de', answer: { sent } });

    // Another browser gets thanks alone, also with a cookie of its own making.
    for (const Cookie of ['', 'inquiry-sent=00000000-0000-8000-8000-000000000000']) {
      const stranger = new Client(client.origin);
      const other = await stranger.send('GET', `${INQUIRY_SENT_PATH}?lang=de`, {
        headers: { Cookie },
      });
      expect(await other.json()).toEqual({ language: 'de', answer: { sent: null } });
    }
  });

  test('names no other player if the player has written', async () => {
    const { db, post } = await served();
    const playerName = 'Diego Ruiz';
    for (const writtenBy of ['', 'player', 'guardian'])
      await post({ ...FORM, writtenBy, playerName });
    const rows = await db.contact.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map((row) => row.playerName)).toEqual([playerName, null, playerName]);
  });

  test('is one inquiry however often it is posted, also at once; another text is another one', async () => {
    const { db, post } = await served();
    const answers = await Promise.all([post(FORM), post(FORM), post(FORM)]);
    answers.push(await post(FORM));
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
    expect(await db.contact.count()).toBe(1);

    await post({ ...FORM, message: 'I play right back and look for an agent.' });
    expect(await db.contact.count()).toBe(2);
  });

  test('with the same words is another inquiry later, also after the first one was withdrawn', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-27T11:59:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    const { db, client, post } = await served();
    await post(FORM);
    vi.setSystemTime(Date.parse('2026-11-27T12:01:00Z'));
    await post(FORM);
    expect(await db.contact.count()).toBe(1);

    const link = await linkIn(await client.send('GET', `${INQUIRY_SENT_PATH}?lang=de`));
    await client.call(withdrawInquiry, { body: { token: link.split('#')[1] ?? '' } });
    vi.setSystemTime(Date.parse('2026-11-27T14:00:00Z'));
    await post(FORM);
    const rows = await db.contact.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ message }) => message)).toEqual(['', FORM.message.replace('\r\n', '\n')]);
  });

  test('F-13 is refused with what is wrong; the browser still has what was typed', async () => {
    const { db, post, errors } = await served();
    const typed = {
      ...FORM,
      name: 'A',
      email: '<b>"x"',
      includeHistory: 'on',
      currentClub: 'CD Uno',
    };
    const answer = await post(typed);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      language: 'de',
      answer: {
        refused: ['Name must be at least 2 characters.', 'Please enter a valid email address.'],
      },
    });
    expect(await db.contact.count()).toBe(0);
    expect(errors()).toEqual([]);
  });

  test('has the history only if it is included', async () => {
    const { db, post } = await served();
    await post({ ...FORM, currentClub: 'CD Uno' });
    await post({ ...FORM, includeHistory: 'on', currentClub: 'CD Uno' });
    const rows = await db.contact.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ currentClub }) => currentClub)).toEqual([null, 'CD Uno']);
  });

  test('K-03 belongs to the campaign of its page, without what would be refused', async () => {
    const { db, post } = await served();
    const marks = `utm_source=fair&utm_medium=${'m'.repeat(900)}&campaign_id=x`;
    await post(FORM, { Referer: `http://agency.test/?${marks}` });
    expect(await db.contact.findMany()).toMatchObject([
      { utmSource: 'fair', utmMedium: expect.stringMatching(/^m+$/), campaignId: null },
    ]);
  });

  test('is marked if a machine has filled the hidden field', async () => {
    const { db, post } = await served();
    await post({ ...FORM, website: 'https://spam.example' });
    expect(await db.contact.findMany()).toMatchObject([{ suspect: true }]);
  });

  test('is refused from another site, and above the limits, which a repeated form does not use up', async () => {
    const { db, post } = await served({ rateLimits: 'on' });
    const foreign = await post(FORM, { 'Sec-Fetch-Site': 'cross-site' });
    expect(foreign.status).toBe(403);
    expect((await post(FORM, { Origin: 'https://evil.example' })).status).toBe(403);
    expect(await db.contact.count()).toBe(0);

    for (let n = 0; n < 12; n += 1) expect((await post(FORM)).status).toBe(303);
    const statuses = [];
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await post({ ...FORM, message: `${FORM.message} ${n}` })).status);
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(9);
    expect(statuses.at(-1)).toBe(429);
    expect(await db.contact.count()).toBe(10);
  });

  test('a flood of wrong forms gets one page, rendered once, that says how to go on', async () => {
    const rendered: unknown[] = [];
    const { post } = await served({
      rateLimits: 'on',
      renderAnswer: async (language, answer) => {
        rendered.push(answer);
        return renderAnswer(language, answer);
      },
    });
    const answers = [];
    for (let n = 0; n < 12; n += 1) answers.push(await post({ ...FORM, name: 'A' }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(400), 429, 429]);
    expect(rendered.slice(10)).toEqual([{ refused: 'too-many' }]);
    expect(answers.at(-1)?.headers.get('Content-Type')).toContain('text/html');
    expect(await answers.at(-1)?.json()).toEqual({
      language: 'de',
      answer: { refused: 'too-many' },
    });
    expect(answers.at(-1)?.headers.get('Retry-After')).toMatch(/^\d+$/);
  });

  test('that cannot be saved, nor counted, is answered with a page', async () => {
    const { db, post, errors } = await served({ rateLimits: 'on' });
    await db.$executeRawUnsafe('ALTER TABLE "RateLimiterFlexible" RENAME TO "Away"');
    const answer = await post(FORM);
    expect(answer.status).toBe(500);
    expect(answer.headers.get('Content-Type')).toContain('text/html');
    expect(await answer.json()).toEqual({ language: 'de', answer: { refused: [] } });
    expect(errors()).toHaveLength(1);
  });

  test('takes no other body, none that is too large, and never fails on a strange one', async () => {
    const { db, post, errors } = await served();
    const others = ['application/json', 'text/plain', 'multipart/form-data; boundary=x'];
    for (const type of others) {
      const { status } = await post('{"name":"Ana"}', { 'Content-Type': type });
      expect([400, 415], type).toContain(status);
    }
    expect((await post(`message=${'x'.repeat(70_000)}`)).status).toBe(413);
    expect((await post(FORM, { 'Content-Encoding': 'gzip' })).status).toBe(415);

    const strange = [
      '',
      '&&&===',
      '%',
      '%ff=%ff&name=%00',
      '__proto__[role]=admin&constructor[prototype]=1',
      `${'a['.repeat(2_000)}=1`,
      'name=a&name=b&language=xx&inquiryType=__proto__',
      'message=%ED%A0%80&name=%F0%9F%8F%9F',
    ];
    for (const body of strange) expect((await post(body)).status, body.slice(0, 40)).toBe(400);
    expect(await db.contact.count()).toBe(0);
    expect(errors()).toEqual([]);
  });
});

async function linkIn(thanks: Response): Promise<string> {
  const { answer } = (await thanks.clone().json()) as { answer: { sent: { link: string } } };
  return answer.sent.link;
}
