import { test as base, expect, type Page } from 'playwright/test';
import type { Application } from '#contract/applications.ts';
import type { Credentials } from '#contract/auth.ts';
import { type Agency, openAgency } from './agency.ts';
import type { EachWorker } from './each-worker.ts';
import { openApplication, watchRequests } from './office.ts';
import type { Tunnel } from './tunnel.ts';

export { expect };

interface EachTest {
  /** The connection from the browser to the server; open until a journey closes it. */
  tunnel: Tunnel;
  /** Gives the browser of the page a session of the first admin. Loads no page. */
  signIn: () => Promise<void>;
  /** An application made at the server, open on the page; the first admin is signed in. */
  application: Application;
}

/** A journey: a real browser, the built app, the real server, and a tunnel between them. */
export const test = base.extend<EachTest, EachWorker>({
  database: ['sqlite', { option: true, scope: 'worker' }],
  agentAccess: ['none', { option: true, scope: 'worker' }],

  agency: [
    async ({ database, agentAccess }, use) => {
      const agency = await openAgency(database, undefined, undefined, {
        AGENT_ACCESS: agentAccess,
      });
      await use(agency);
      await agency.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ agency }, use) => {
    agency.tunnel.reset();
    await use(agency.origin);
  },

  page: async ({ page }, use, info) => {
    watchRequests(page);
    await use(page);
    // A request that a route still holds fails with the page: between two journeys, as an error of neither.
    for (const each of [page.context(), ...page.context().pages()])
      await each.unrouteAll({ behavior: 'ignoreErrors' });
    if (info.status === info.expectedStatus || page.isClosed()) return;
    const words = await page.locator('body').innerText({ timeout: 5_000 }).catch(String);
    // Printed beside the failure.
    throw new Error(`On the screen then:\n${page.url()}\n${words}`);
  },

  tunnel: async ({ agency }, use) => {
    await use(agency.tunnel);
    agency.tunnel.reset();
  },

  signIn: async ({ page, agency }, use) => {
    await use(() => signInTo(agency, page));
  },

  application: async ({ page, agency, signIn }, use) => {
    await signIn();
    await use(await openApplication(page, agency));
  },
});

/**
 * Gives the browser of this page a session, as the login form does. The page itself finds out who is
 * signed in at its next load.
 *
 * @param person the first admin, if nobody else is named
 */
export async function signInTo(
  agency: Agency,
  page: Page,
  { username, password }: Credentials = agency.admin,
): Promise<void> {
  const answer = await page
    .context()
    .request.post(`${agency.origin}/api/login`, { data: { username, password }, timeout: 30_000 });
  expect(answer.status()).toBe(200);
}
