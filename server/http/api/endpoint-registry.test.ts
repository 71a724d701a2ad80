import Router from '@koa/router';
import { expect, test } from 'vitest';
import { getApplication, getHistory, listApplications } from '#contract/applications.ts';
import { type Endpoint, endpoint } from '#contract/endpoint.ts';
import type { Db } from '#prisma/client.ts';
import { EndpointRegistry } from './endpoint-registry.ts';

/** A registry that never gets a call. */
function register(...endpoints: Endpoint[]): void {
  const registry = new EndpointRegistry(new Router(), {
    db: {} as Db,
    rules: { agentAccess: 'none', secondFactor: 'optional' },
  });
  for (const each of endpoints) {
    const served = { endpoint: each, isShared: false, apply: async () => [] };
    registry.register(served, async () => {});
  }
}

test('an endpoint that an earlier one hides is refused at the start', () => {
  const summary = endpoint('GET', '/api/applications/summary', {
    access: 'dashboard',
  });
  expect(() => register(getApplication, summary)).toThrow(
    'Register GET /api/applications/summary before /api/applications/:id, which hides it.',
  );
  register(listApplications, summary, getApplication, getHistory);
});
