import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { logIn } from '#pwa/e2e/accounts.ts';
import { type Agency, openAgency } from '#pwa/e2e/agency.ts';
import { lookAgain, notesOf } from '#pwa/e2e/queue.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import { launchOn } from './chromium.ts';
import type { Figure } from './measure.ts';

/** Changes; the browser was killed after each one. */
export interface Survived {
  /** Reported as saved by the screen, in order. */
  saved: string[];
  /** Those that a later start did not show. */
  missing: string[];
  /** In the server's history once the network is back, in order. */
  arrived: (string | null)[];
}

/**
 * Makes a change offline and kills the browser as soon as the screen reports it as saved, many times on
 * one profile. Then goes online.
 */
export async function surviveKills(agency: Agency, kills: number): Promise<Survived> {
  const profile = await mkdtemp(join(tmpdir(), 'killed-'));
  const { id, playerName: name } = await anApplication(agency);
  const address = `${agency.origin}/dashboard/applications/${id}`;
  const saved: string[] = [];
  const missing = new Set<string>();
  let chromium = await launchOn(profile);
  try {
    const first = await chromium.context.newPage();
    await first.goto(`${agency.origin}/auth`);
    await logIn(first, agency.admin);
    await first.waitForURL(`${agency.origin}/`);
    await first.goto(address);
    await first.getByText(name).first().waitFor();
    await officeKept(first);
    await chromium.quit();
    agency.tunnel.enter('drop');

    for (let kill = 0; kill <= kills; kill += 1) {
      chromium = await launchOn(profile);
      const page = await chromium.context.newPage();
      await page.setViewportSize({ width: 1_280, height: 900 });
      await page.goto(address);
      await page.getByRole('heading', { name }).waitFor();
      for (const note of saved) if (!(await isShown(page, note))) missing.add(note);
      if (kill === kills) {
        agency.tunnel.enter('open');
        await lookAgain(page);
        const arrived = await arrivedWithin(30_000, () => notesOf(agency, id), saved.length);
        await chromium.quit();
        return { saved, missing: [...missing], arrived };
      }
      const note = `Before kill ${kill}.`;
      await page.getByRole('textbox', { name: 'Notes' }).fill(note);
      await page.locator('form').getByRole('button', { name: 'Update', exact: true }).click();
      // Not the badge, which tells of the changes before: "Changes are saved on this phone".
      await page
        .getByText(/^Saved on this phone\./)
        .first()
        .waitFor();
      await chromium.kill();
      saved.push(note);
    }
    throw new Error('There was nothing to kill.');
  } catch (error) {
    await chromium.kill().catch(() => undefined);
    throw error;
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** `npm run bench -- kills --kills=100`: how many of so many kills of the browser lost a saved change. */
export async function benchKills(kills: number): Promise<Figure[]> {
  const agency = await openAgency('sqlite');
  try {
    const { saved, missing, arrived } = await surviveKills(agency, kills);
    const twice = arrived.length - new Set(arrived).size;
    const lost = saved.filter((note) => missing.includes(note) || !arrived.includes(note)).length;
    return [
      {
        what: 'SIGKILLs of the browser after which a saved change was gone',
        value: `${lost} of ${kills}`,
        goal: '0',
        met: lost === 0,
      },
      { what: 'changes that arrived twice', value: `${twice}`, goal: '0', met: twice === 0 },
    ];
  } finally {
    await agency.close();
  }
}

/** Waits until the worker has cached the back office and was idle for a second. */
async function officeKept(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => {
      let count = 0;
      for (const name of await caches.keys()) {
        count += (await (await caches.open(name)).keys()).length;
      }
      const before = Number(sessionStorage.getItem('kept'));
      sessionStorage.setItem('kept', String(count));
      return count === before && (await caches.match('/app.html')) !== undefined;
    },
    undefined,
    { polling: 1_000 },
  );
}

async function isShown(page: Page, note: string): Promise<boolean> {
  return page
    .getByText(note, { exact: true })
    .first()
    .waitFor({ timeout: 5_000 })
    .then(
      () => true,
      () => false,
    );
}

async function arrivedWithin<T>(
  limit: number,
  read: () => Promise<T[]>,
  count: number,
): Promise<T[]> {
  const end = Date.now() + limit;
  for (;;) {
    const arrived = await read();
    if (arrived.length >= count || Date.now() > end) return arrived;
    await new Promise((later) => setTimeout(later, 200));
  }
}
