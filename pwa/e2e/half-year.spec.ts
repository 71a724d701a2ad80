import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import { daysAfter } from '#contract/deadlines/days.ts';
import { type DeadlineKind, deadlinesOf, isTold } from '#contract/deadlines/deadlines.ts';
import { rulesOf } from '#contract/deadlines/rules.ts';
import { DATED_KINDS, windowDaysOf } from '#contract/deadlines/windows.ts';
import { offersOf } from '#contract/offers/offer.ts';
import { NO_CONTENT } from '#contract/site.ts';
import { type Agency, openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { loadedAhead } from './office.ts';

const PLAYER = 'Iker Half-Year';
const EMAIL = 'iker@example.org';
const WINDOWS = [{ country: 'Spain', opens: '2027-01-02', closes: '2027-02-01' }];
const FACTS = {
  playerName: PLAYER,
  email: EMAIL,
  dateOfBirth: '2010-02-01',
  position: 'Left back',
  people: 'Eva Half-Year; mother; +34 600 000 000; eva@example.org; es',
  contractUntil: '2027-10-31',
  mandateFrom: '2027-01-04',
  mandateUntil: '2027-06-30',
};

/** How a deadline begins on the record. */
const WORDS: Record<DeadlineKind, RegExp> = {
  'mandate-ends': /^Mandate end/,
  'mandate-report': /^Report (the mandate|overdue)/,
  'contract-ends': /^Contract ends/,
  approach: /^May be approached/,
  minor: /^May be approached/,
  adult: /^(Turns 18|18th birthday)/,
  birthday: /^Birthday/,
};

/** Turns the clocks of the server and of both phones to the morning of a day, and signs both in anew. */
async function turnTo(day: string, agency: Agency, phones: readonly Page[]): Promise<void> {
  const time = Date.parse(`${day}T08:00:00Z`);
  const ahead = String(time - Date.now());
  const preload = `--import=${join(import.meta.dirname, 'clock-ahead.mjs')}`;
  await agency.restart('SIGTERM', { NODE_OPTIONS: preload, CLOCK_AHEAD: ahead });
  for (const phone of phones) {
    await phone.clock.setSystemTime(time);
    await signInTo(agency, phone);
  }
}

test('half a year of one agent: a minor is signed with his mother’s consent, reported late, offered to two clubs from a stadium, and erased; each day both phones, the calendar and the pages say what the database says', {
  tag: '@all',
}, async ({ browser, database, viewport, isMobile }) => {
  // Seven starts of a server.
  test.setTimeout(360_000);
  const agency = await openAgency(database);
  const contexts: BrowserContext[] = [];
  async function aPhone(): Promise<Page> {
    const context = await browser.newContext({
      baseURL: agency.origin,
      locale: 'en-US',
      timezoneId: 'Europe/Madrid',
      viewport,
      isMobile,
      hasTouch: isMobile,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    contexts.push(context);
    const page = await context.newPage();
    await page.clock.install({ time: new Date('2027-01-04T08:00:00Z') });
    return page;
  }
  const [one, other] = [await aPhone(), await aPhone()];
  const phones = [one, other];
  const read = () => agency.api<Application>('GET', `/api/applications/${id}`);
  /** What both phones have to say on this day, by the row and the rules. */
  async function agree(day: string, isErased = false): Promise<void> {
    const row = isErased ? null : await read();
    const told = row
      ? deadlinesOf(row, rulesOf(), day).filter((deadline) => isTold(deadline, day))
      : [];
    const windows = windowDaysOf(WINDOWS, day).filter(({ from }) => from <= day);
    const isDue = row?.followUpOn != null && row.followUpOn <= day;
    for (const phone of phones) {
      await phone.goto('/today');
      await expect(phone.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible();
      const rows = (name: string) =>
        phone.getByRole('region', { name }).getByRole('listitem').filter({ visible: true });
      await expect(rows('Deadlines'), day).toHaveCount(told.length + windows.length);
      await expect(rows('Follow-ups'), day).toHaveCount(isDue ? 1 : 0);
      await phone.goto(`/dashboard/applications/${id}`);
      if (row) await expect(phone.getByRole('heading', { name: PLAYER, level: 1 })).toBeVisible();
      for (const { kind } of told) await expect(phone.getByText(WORDS[kind])).toBeVisible();
    }
    const events = (await (await fetch(calendar)).text()).replaceAll('\r\n ', '');
    const dated = row
      ? deadlinesOf(row, rulesOf(), day).filter(({ on }) => on <= daysAfter(day, 365))
      : [];
    const listed = [...events.matchAll(/^DTSTART;VALUE=DATE:(\d+)/gm)].map(([, on]) => on);
    const wanted = [...dated, ...windowDaysOf(WINDOWS, day)].map(({ on }) =>
      on.replaceAll('-', ''),
    );
    if (row?.followUpOn) wanted.push(row.followUpOn.replaceAll('-', ''));
    expect(listed.sort(), `calendar on ${day}`).toEqual(wanted.sort());
  }

  let id = '';
  let calendar = '';
  try {
    // Jan 4: a minor signs, with his mother's consent.
    await turnTo('2027-01-04', agency, phones);
    const content = { ...NO_CONTENT, settings: { ...NO_CONTENT.settings, windows: WINDOWS } };
    await agency.api('POST', '/api/site-versions', { base: null, content });
    ({ id } = await agency.api<Application>('POST', '/api/applications', FACTS));
    const words = Object.fromEntries(DATED_KINDS.map((kind) => [kind, `{{player}} · ${kind}`]));
    ({ url: calendar } = await agency.api<{ url: string }>('POST', '/api/calendar', {
      name: 'All',
      event: '{{player}}',
      deadlines: words,
      timeZone: 'Europe/Madrid',
    }));
    await one.goto(`/dashboard/applications/${id}`);
    await loadedAhead(one);
    agency.tunnel.enter('drop');
    await one.getByRole('main').getByRole('article').locator('[data-status-button]').click();
    await one.getByRole('button', { name: 'Signed' }).click();
    await one.getByLabel('Name of the guardian').fill('Eva Half-Year');
    await one.getByLabel('How').selectOption('in-person');
    await one.getByRole('button', { name: 'Record Consent and Update' }).click();
    const consent = one.locator('[data-status=signed]').getByText(/Consent .+: Eva Half-Year/);
    await expect(consent.first()).toBeVisible();
    agency.tunnel.enter('open');
    await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('signed');
    await agree('2027-01-04');

    // Jan 25: the report is late, and the window closes in a week.
    await turnTo('2027-01-25', agency, phones);
    await agree('2027-01-25');
    await expect(one.getByText('Report overdue: 7 days ago')).toBeVisible();
    await one.getByRole('button', { name: /^Add: Reported to FIFA/ }).click();
    await one.getByLabel(/^Reported to FIFA/).fill('2027-01-25');
    await one.getByRole('button', { name: 'Add', exact: true }).click();
    await expect.poll(async () => (await read()).mandateReportedOn).toBe('2027-01-25');
    await agree('2027-01-25');

    // From a stadium he is offered to two clubs.
    agency.tunnel.enter('drop');
    const links: string[] = [];
    for (const club of ['FC North', 'FC South']) {
      await one.getByRole('button', { name: 'Offer to a Club' }).click();
      const sheet = one.getByRole('dialog');
      await sheet.getByLabel(/^Club/).fill(club);
      const consent = sheet.getByLabel('May be offered since');
      if (club === 'FC North') await consent.fill('2027-01-25');
      await expect(consent).toHaveCount(club === 'FC North' ? 1 : 0);
      await sheet.getByRole('button', { name: 'Make the Page' }).click();
      links.push(await sheet.getByText(/\/player\/[\w-]{43}$/).innerText());
      await one.keyboard.press('Escape');
    }
    const club = await browser.newPage();
    agency.tunnel.enter('open');
    await expect.poll(async () => offersOf(await read()).length, { timeout: 60_000 }).toBe(2);
    for (const _ of [1, 2, 3]) await club.goto(links[0] ?? '');
    await expect(club.getByRole('heading', { name: PLAYER, level: 1 })).toBeVisible();
    await club.getByRole('textbox').fill('Please send a video.');
    await club.getByRole('button', { name: 'Interested' }).click();
    await expect(club.getByText(/You answered on January 25, 2027/)).toBeVisible();
    expect(offersOf(await read())).toMatchObject([
      { club: 'FC North', people: 1, openings: 3, answer: 'interested' },
      { club: 'FC South', people: 0, openings: 0, answer: null },
    ]);
    await agree('2027-01-25');
    for (const phone of phones) {
      const offers = phone.getByRole('region', { name: 'Offered to' });
      await expect(offers).toContainText('Opened by 1 person, 3 times');
      await expect(offers).toContainText('Please send a video.');
    }

    // Feb 2: the window is closed. Done with the reminder.
    await agency.api('PUT', `/api/applications/${id}/follow-up`, { followUpOn: null });
    await turnTo('2027-02-02', agency, phones);
    await agree('2027-02-02');

    // May 3: the contract is in its last six months, and the pages have ended.
    await turnTo('2027-05-03', agency, phones);
    await agree('2027-05-03');
    expect((await club.goto(links[0] ?? ''))?.status()).toBe(410);

    // Jul 1: the mandate has ended.
    await turnTo('2027-07-01', agency, phones);
    await agree('2027-07-01');
    await expect(one.getByText('Mandate ended yesterday')).toBeVisible();

    // He asks to be erased.
    await agency.api('POST', '/api/people/erase', { email: EMAIL, how: 'delete' });
    await agree('2027-07-01', true);
    for (const phone of phones) {
      await expect(phone.getByText(PLAYER)).toHaveCount(0);
      await phone.goto('/dashboard');
      await expect(phone.getByRole('searchbox')).toBeVisible();
      await expect(phone.getByText(PLAYER)).toHaveCount(0);
    }
    expect((await club.goto(links[1] ?? ''))?.status()).toBe(404);
    await club.close();
  } finally {
    for (const context of contexts) await context.close();
    await agency.close();
  }
});
