import { ready } from './backups/ready.ts';
import { type Endpoint, subjectOf } from './endpoint.ts';
import { health } from './health.ts';
import type { ProblemCode } from './problems.ts';

/** Every problem with which the server can answer calls of an endpoint, each once. */
export function refusalsOf(endpoint: Endpoint): ReadonlySet<ProblemCode> {
  const { method, path, access, whileSettingUp, whileHandedOver, fresh } = endpoint;
  const { params, query, body, idempotent, refusals = [] } = endpoint;
  const isWrite = method !== 'GET';
  const isPublic = access === 'public';
  return new Set<ProblemCode>([
    'internal',
    ...(FOR_PROBES.has(path) ? [] : (['not-ready', 'wrong-host'] as const)),
    ...(isPublic ? [] : (['signed-out', 'forbidden', 'restored'] as const)),
    ...(isPublic || whileHandedOver ? [] : (['handed-over'] as const)),
    ...(isPublic || whileSettingUp === 'new-password' ? [] : (['new-password-needed'] as const)),
    ...(isPublic || whileSettingUp ? [] : (['second-factor-missing'] as const)),
    ...(fresh ? (['fresh-sign-in-needed'] as const) : []),
    ...(isWrite ? (['cross-site', 'storage-full'] as const) : []),
    ...(isWrite && isPublic ? (['too-many-requests'] as const) : []),
    ...(params ? ([`${subjectOf(endpoint)}-not-found`] as const) : []),
    ...(query || body ? (['invalid-input'] as const) : []),
    ...(body ? (['invalid-json', 'not-json', 'body-too-large'] as const) : []),
    ...(idempotent ? (['invalid-input', 'key-reused'] as const) : []),
    ...refusals,
  ]);
}

/** A probe may name any host. */
const FOR_PROBES: ReadonlySet<string> = new Set([health.path, ready.path]);
