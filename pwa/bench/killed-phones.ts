import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '#contract/applications.ts';
import { logIn } from '#pwa/e2e/accounts.ts';
import type { Agency } from '#pwa/e2e/agency.ts';
import * as office from '#pwa/e2e/engines/back-office.ts';
import { Device } from '#pwa/e2e/engines/device.ts';
import { cached, filesOfOffice } from '#pwa/e2e/office.ts';
import { lookAgain } from '#pwa/e2e/queue.ts';
import type { Engine } from '#server/test/programs.ts';
import { launchOn } from './chromium.ts';

export type BrowserName = 'chromium' | Engine;

/** A browser on a profile of its own, with one application open. */
export interface KilledPhone {
  /** Ends the browser, at once or as a person does, and opens the application in a new one. */
  restart(how: 'close' | 'kill'): Promise<void>;
  /** Whether the history shows the note within 5 s. */
  shows(note: string): Promise<boolean>;
  /** Records a note without a signal; resolves as soon as the screen calls it saved. */
  save(note: string): Promise<void>;
  /** The person looks at the app again, which makes it send. */
  lookAgain(): Promise<void>;
  /** Ends the browser and deletes its profile. */
  discard(): Promise<void>;
}

/**
 * Starts a browser on a new profile, signs in, opens the application, and waits until the back office is
 * cached.
 */
export async function startPhone(
  browser: BrowserName,
  agency: Agency,
  application: Application,
): Promise<KilledPhone> {
  const profile = await mkdtemp(join(tmpdir(), `killed-${browser}-`));
  const phone = await (browser === 'chromium'
    ? startChromium(profile, agency, application)
    : startEngine(browser, profile, agency, application));
  return {
    ...phone,
    async discard() {
      await phone.discard();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function startChromium(
  profile: string,
  agency: Agency,
  { id, playerName: name }: Application,
): Promise<KilledPhone> {
  let chromium = await launchOn(profile);
  let page = await chromium.context.newPage();
  const open = async () => {
    await page.setViewportSize({ width: 1_280, height: 900 });
    await page.goto(`${agency.origin}/dashboard/applications/${id}`);
    await page.getByRole('heading', { name }).waitFor();
  };
  await page.goto(`${agency.origin}/auth`);
  await logIn(page, agency.admin);
  await page.waitForURL(`${agency.origin}/`);
  await open();
  await cached(page, ...filesOfOffice());

  return {
    async restart(how) {
      await (how === 'kill' ? chromium.kill() : chromium.quit());
      chromium = await launchOn(profile);
      page = await chromium.context.newPage();
      await open();
    },
    shows: (note) =>
      came(page.getByText(note, { exact: true }).first().waitFor({ timeout: 5_000 })),
    async save(note) {
      await page.getByRole('textbox', { name: 'Notes' }).fill(note);
      await page.locator('form').getByRole('button', { name: 'Update', exact: true }).click();
      // Not the badge, which tells of the changes before: "Changes are saved on this device".
      await page
        .getByText(/^Saved on this device\./)
        .first()
        .waitFor();
    },
    lookAgain: () => lookAgain(page),
    // After a failed start there is nothing to kill.
    discard: () => chromium.kill().catch(() => undefined),
  };
}

async function startEngine(
  engine: Engine,
  profile: string,
  agency: Agency,
  { id, playerName: name }: Application,
): Promise<KilledPhone> {
  const phone = await Device.start(engine, agency.origin, { profile, dark: false });
  const open = async () => {
    await phone.goto(`/dashboard/applications/${id}`);
    await phone.see({ role: 'heading', name });
  };
  await office.logIn(phone, agency.admin);
  await open();
  await office.keptForOffline(phone);

  return {
    async restart(how) {
      await phone.restart(how);
      await open();
    },
    shows: (note) => came(phone.see({ text: note }, 5_000)),
    save: (note) => office.saveNote(phone, note),
    lookAgain: () =>
      phone.evaluate(() => void document.dispatchEvent(new Event('visibilitychange'))),
    discard: () => phone.close(),
  };
}

function came(waiting: Promise<void>): Promise<boolean> {
  return waiting.then(
    () => true,
    () => false,
  );
}
