import * as applications from '#contract/applications.ts';
import * as auth from '#contract/auth.ts';
import * as campaigns from '#contract/campaigns.ts';
import * as contacts from '#contract/contacts.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as health from '#contract/health.ts';
import * as people from '#contract/people.ts';
import * as sync from '#contract/sync.ts';
import * as users from '#contract/users.ts';

/** Every documented call, so that a new one cannot be left out of a test of all. */
export const ENDPOINTS: readonly Endpoint[] = [
  applications,
  auth,
  campaigns,
  contacts,
  health,
  people,
  sync,
  users,
]
  .flatMap((module): unknown[] => Object.values(module))
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}
