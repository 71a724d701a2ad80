import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import type { Contact } from '#contract/contacts.ts';
import { newLinkToken } from '#contract/fields/ids.ts';
import type { SavedView } from '#contract/views.ts';
import { logIn, toast } from '#pwa/e2e/accounts.ts';
import type { Agency } from '#pwa/e2e/agency.ts';
import { keptForOffline, loadedAhead, openApplication, update } from '#pwa/e2e/office.ts';
import { drained, lookAgain, notesOf, rowsOf } from '#pwa/e2e/queue.ts';
import { aCampaign, anInquiry, uniqueMark } from '#pwa/e2e/server-records.ts';
import { handOver, sendAtStand } from '#pwa/e2e/stand.ts';
import { launchOn, type OwnChromium, type Store } from './chromium.ts';

/** What an act has left. */
interface Saved {
  /** Whether the killed browser has it at its next start, without a signal. */
  isHere: (page: Page) => Promise<boolean>;
  /** Whether the server has it, once. */
  hasArrived: () => Promise<boolean>;
}

/**
 * Something that a person does. It may begin with a signal, and ends without one, as soon as the screen calls it saved.
 */
type Act = (page: Page, agency: Agency) => Promise<Saved>;

/**
 * Kills a Chromium as soon as an act is called saved, in turn after each act of the office and of visitors, on one
 * profile; the acts at a stand on another one. Then goes online.
 *
 * @returns what was lost: `<act> <number>: …`
 */
export async function surviveActs(agency: Agency, kills: number, store: Store): Promise<string[]> {
  const atStand = Math.floor(kills / (Object.keys(ACTS).length + 1));
  const acts = Object.entries(ACTS);
  const lost = await killAfter(agency, store, {
    start: startOffice,
    ready: (page) => page.getByRole('heading', { name: 'Dashboard' }).first().waitFor(),
    acts: Array.from({ length: kills - atStand }, (_, at) => acts[at % acts.length] ?? []),
  });
  const lostAtStand = await killAfter(agency, store, {
    start: startStand,
    ready: (page) => page.getByRole('button', { name: 'English' }).waitFor(),
    acts: Array.from({ length: atStand }, () => ['stand', writeAtStand]),
  });
  return [...lost, ...lostAtStand];
}

interface Killing {
  /** Makes a new profile what it is before the first act. */
  start: (page: Page, agency: Agency) => Promise<void>;
  /** Waits for the dashboard's address after a start without a signal. */
  ready: (page: Page) => Promise<void>;
  acts: readonly ([name: string, act: Act] | [])[];
}

async function killAfter(agency: Agency, store: Store, killing: Killing): Promise<string[]> {
  const profile = await mkdtemp(join(tmpdir(), 'killed-acts-'));
  const done: (Saved & { name: string })[] = [];
  const lost: string[] = [];
  let chromium: OwnChromium | undefined;
  const open = async (): Promise<Page> => {
    chromium = await launchOn(profile, store);
    const page = await chromium.context.newPage();
    await page.setViewportSize({ width: 1_280, height: 900 });
    return page;
  };
  const reopen = async (): Promise<Page> => {
    const page = await open();
    await page.goto(`${agency.origin}/dashboard`);
    await killing.ready(page);
    return page;
  };
  try {
    agency.tunnel.enter('open');
    let page = await open();
    await killing.start(page, agency);
    // The browser writes cookies some time later; a person has signed in long before.
    await chromium?.quit();
    page = await reopen();
    for (const [at, [name, act]] of killing.acts.entries()) {
      if (!name || !act) continue;
      const saved = await act(page, agency);
      await chromium?.kill();
      page = await reopen();
      if (!(await saved.isHere(page))) lost.push(`${name} ${at}: gone from the phone`);
      done.push({ ...saved, name: `${name} ${at}` });
    }
    agency.tunnel.enter('open');
    await lookAgain(page);
    await drained(page);
    await visitorsDrained(page);
    for (const { name, hasArrived } of done) {
      if (!(await hasArrived())) lost.push(`${name}: not at the server once`);
    }
    return lost;
  } finally {
    await chromium?.kill().catch(() => undefined);
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function startOffice(page: Page, { origin, admin }: Agency): Promise<void> {
  await page.goto(`${origin}/auth`);
  await logIn(page, admin);
  await page.waitForURL(`${origin}/`);
  await page.goto(`${origin}/dashboard`);
  await keptForOffline(page);
}

async function startStand(page: Page, agency: Agency): Promise<void> {
  await startOffice(page, agency);
  await handOver(page, await aCampaign(agency), agency.origin);
  agency.tunnel.enter('drop');
}

/** An entry of one of the two outboxes. */
interface Entry {
  type?: string;
  entity?: string;
  body:
    | (Partial<Record<'notes' | 'name' | 'playerName' | 'message', string>> & { removed?: boolean })
    | null;
}

const office = (page: Page) => rowsOf<Entry>(page, /^agency-\d+$/, 'outbox');
const visitors = (page: Page) => rowsOf<Entry>(page, /^visitor$/, 'outbox');

async function visitorsDrained(page: Page): Promise<void> {
  const end = Date.now() + 60_000;
  while ((await visitors(page)).length > 0) {
    if (Date.now() > end) return;
    await page.waitForTimeout(200);
  }
}

const contactsOf = (agency: Agency) => agency.api<Contact[]>('GET', '/api/contacts');
const storedOf = (agency: Agency, id: string) =>
  agency.api<Application>('GET', `/api/applications/${id}`);

const saved = (page: Page) =>
  toast(page)
    .getByText(/Saved on this (phone|device)\./)
    .waitFor();

/** In turn. */
const ACTS: Record<string, Act> = {
  async note(page, agency) {
    agency.tunnel.enter('open');
    const { id } = await openApplication(page, agency);
    agency.tunnel.enter('drop');
    const note = `Note ${uniqueMark()}`;
    await update(page, { note });
    await saved(page);
    return {
      isHere: async (later) => (await office(later)).some(({ body }) => body?.notes === note),
      hasArrived: async () =>
        (await notesOf(agency, id)).filter((one) => one === note).length === 1,
    };
  },
  async removal(page, agency) {
    agency.tunnel.enter('open');
    const { id } = await openApplication(page, agency);
    agency.tunnel.enter('drop');
    await remove(page);
    await saved(page);
    return {
      isHere: async (later) =>
        (await office(later)).some(
          (one) => one.entity === `application:${id}` && one.body?.removed,
        ),
      hasArrived: async () => (await storedOf(agency, id)).removedAt !== null,
    };
  },
  async 'undo of what was not sent'(page, agency) {
    agency.tunnel.enter('open');
    const { id } = await openApplication(page, agency);
    agency.tunnel.enter('drop');
    // The browser knows it, so that nothing counts as tried.
    await page.context().setOffline(true);
    await remove(page);
    await saved(page);
    return undo(page, agency, id);
  },
  async 'undo of what was sent'(page, agency) {
    agency.tunnel.enter('open');
    const { id } = await openApplication(page, agency);
    await remove(page);
    await toast(page).getByText('is under Removed for 30 days.').waitFor();
    agency.tunnel.enter('drop');
    return undo(page, agency, id);
  },
  async view(page, agency) {
    agency.tunnel.enter('open');
    await page.goto(`${agency.origin}/dashboard`);
    await loadedAhead(page);
    agency.tunnel.enter('drop');
    const name = `View ${uniqueMark()}`;
    await page.getByRole('button', { name: /^Filter( \d)?$/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Filter' });
    await sheet.getByLabel('Position').fill('keeper');
    await sheet.getByLabel('Save as a view').fill(name);
    await sheet.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name }).getByRole('img', { name: 'Not sent yet' }).waitFor();
    return {
      isHere: async (later) => (await office(later)).some(({ body }) => body?.name === name),
      hasArrived: async () => {
        const { views } = await agency.api<{ views: SavedView[] }>('GET', '/api/views');
        return views.filter((one) => one.name === name).length === 1;
      },
    };
  },
  async import(page, agency) {
    agency.tunnel.enter('open');
    await page.goto(`${agency.origin}/more`);
    await loadedAhead(page);
    await page.getByRole('link', { name: 'Import applications' }).click();
    await page.getByRole('heading', { name: 'Import applications' }).waitFor();
    agency.tunnel.enter('drop');
    const mark = uniqueMark();
    const rows = ['Ida', 'Jörg'].map(
      (first) => `${first} ${mark},${first.length}-${mark}@example.org`,
    );
    const buffer = Buffer.from(['Name,E-mail', ...rows].join('\n'));
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'players.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'Import 2 applications' }).click();
    await page.getByText('2 applications saved on this device').waitFor();
    const both = (names: (string | undefined)[]) =>
      names.filter((name) => name?.endsWith(` ${mark}`)).length === 2;
    return {
      isHere: async (later) => both((await office(later)).map(({ body }) => body?.playerName)),
      hasArrived: async () => {
        const all = await agency.api<Application[]>('GET', '/api/applications');
        return both(all.map(({ playerName }) => playerName));
      },
    };
  },
  async correction(page, agency) {
    agency.tunnel.enter('open');
    const linkToken = newLinkToken();
    const { id, name } = await anInquiry(agency, { linkToken });
    await page.goto(`${agency.origin}/inquiry?lang=en#${linkToken}`);
    await expect(page.getByLabel('Full name')).toHaveValue(name, { timeout: 30_000 });
    agency.tunnel.enter('drop');
    const text = `Left back, looking for a club: ${uniqueMark()}.`;
    await page.getByLabel('Message').fill(text);
    await page.getByRole('button', { name: 'Send Correction' }).click();
    await page.getByText(/Your correction is saved on this (phone|device)\./).waitFor();
    return {
      isHere: async (later) => (await visitors(later)).some(({ body }) => body?.message === text),
      hasArrived: async () =>
        (await contactsOf(agency)).find((one) => one.id === id)?.message === text,
    };
  },
};

/** A visitor writes at the stand that this device was handed over at. */
async function writeAtStand(page: Page, agency: Agency): Promise<Saved> {
  const name = `Visitor ${uniqueMark()}`;
  await sendAtStand(page, name);
  await page.getByText('Your message is saved on this device.').waitFor();
  return {
    isHere: async (later) => (await visitors(later)).some(({ body }) => body?.name === name),
    hasArrived: async () =>
      (await contactsOf(agency)).filter((one) => one.name === name).length === 1,
  };
}

function remove(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Remove Application' }).click();
}

/** Undoes a removal; it leaves nothing in the queue, or a change that brings the application back as the last one. */
async function undo(page: Page, agency: Agency, id: string): Promise<Saved> {
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await toast(page).getByText('Undone: ').first().waitFor();
  return {
    isHere: async (later) => {
      const last = (await office(later)).findLast(({ entity }) => entity === `application:${id}`);
      return last?.body?.removed !== true;
    },
    hasArrived: async () => (await storedOf(agency, id)).removedAt === null,
  };
}
