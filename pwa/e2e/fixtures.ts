import { test as base, expect, type Page } from 'playwright/test';
import type { AgentAccess } from '#contract/access.ts';
import { type Agency, openAgency } from './agency.ts';
import type { Tunnel } from './tunnel.ts';

export { expect };

interface EachTest {
  /** The way from the browser to the server; open until a journey closes it. */
  tunnel: Tunnel;
  /** Signs in as the first admin by the form and waits for the landing page. */
  signIn: (page?: Page) => Promise<void>;
}

export interface EachWorker {
  /** The built server on a database of its own: SQLite or PostgreSQL, by the project. */
  agency: Agency;
  database: 'sqlite' | 'postgresql';
  /** What the owner opens to agents. */
  agentAccess: AgentAccess;
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

  tunnel: async ({ agency }, use) => {
    await use(agency.tunnel);
    agency.tunnel.reset();
  },

  signIn: async ({ page, agency }, use) => {
    await use(async (on = page) => {
      await on.goto('/auth');
      await on.getByLabel('Username').fill(agency.admin.username);
      await on.getByRole('textbox', { name: 'Password' }).fill(agency.admin.password);
      await on.getByRole('button', { name: 'Login', exact: true }).click();
      await on.waitForURL(`${agency.origin}/`);
    });
  },
});
