import { type Endpoint, subjectOf } from '#contract/endpoint.ts';
import { health, ready } from '#contract/health.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { groupBy } from './group-by.ts';
import { type OpenApiOperation, PROBLEM_CONTENT } from './open-api.ts';
import type { Operation } from './operations.ts';

/** The answers that refuse a call, by status. `group` are the endpoints of one method and path. */
export function refusalsOf(group: readonly Operation[]): OpenApiOperation['responses'] {
  const codes = new Set(
    group.flatMap(({ name, endpoint }) => [...problemsOf(endpoint), ...(OWN_PROBLEMS[name] ?? [])]),
  );
  const byStatus = groupBy(codes, (code) => String(PROBLEMS[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.join(', '),
        ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
        content: PROBLEM_CONTENT,
      },
    ]),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 0 } },
};

const LINK_PROBLEMS = [
  'link-not-found',
  'link-used',
  'link-expired',
  'too-many-requests',
] as const satisfies readonly ProblemCode[];

/** Refusals of single calls, beyond the refusals that follow from the endpoint's declaration. */
const OWN_PROBLEMS: Partial<Record<string, readonly ProblemCode[]>> = {
  login: ['wrong-credentials', 'second-factor-needed', 'too-many-requests', 'busy'],
  register: ['registration-closed', 'username-taken', 'too-many-requests', 'busy'],
  changePassword: ['too-many-requests', 'busy'],
  readPasswordLink: [...LINK_PROBLEMS],
  usePasswordLink: [...LINK_PROBLEMS, 'busy'],
  makePasswordLink: ['own-account'],
  mailPasswordLink: ['own-account', 'email-not-confirmed', 'no-mail-server'],
  keepMailReminders: ['email-not-confirmed'],
  askForAddress: ['no-mail-server', 'too-many-requests'],
  confirmAddress: ['link-not-found', 'link-expired', 'too-many-requests'],
  keepView: ['too-many-views'],
  offerPasskey: ['too-many-passkeys'],
  addPasskey: ['passkey-refused', 'challenge-expired', 'too-many-passkeys'],
  removePasskey: ['last-passkey'],
  makeRecoveryCodes: ['passkey-not-found'],
  proveByPassword: ['second-factor-needed', 'too-many-requests', 'busy'],
  proveByPasskey: ['passkey-refused', 'challenge-expired'],
  offerSignIn: ['too-many-requests'],
  loginByPasskey: ['passkey-refused', 'challenge-expired'],
  loginByRecoveryCode: ['recovery-code-refused', 'challenge-expired', 'too-many-requests'],
  sendInquiry: ['too-many-requests'],
  trackVisit: ['too-many-requests'],
  createApplication: ['application-exists'],
  changeStatus: ['person-not-found'],
  setFollowUp: ['person-not-found'],
  createCampaign: ['campaign-exists'],
  publishSite: ['published-meanwhile'],
  changeUser: ['own-account'],
  deleteUser: ['own-account', 'account-in-use'],
  endUserSessions: ['own-account'],
  removeUserFactor: ['own-account'],
  eraseUser: ['own-account'],
  exportPerson: ['person-not-found'],
  erasePerson: ['person-not-found'],
  ready: ['not-ready'],
};

/** A probe may name any host. */
const FOR_PROBES: ReadonlySet<string> = new Set([health.path, ready.path]);

/** Refusals that follow from what an endpoint declares. */
function problemsOf(endpoint: Endpoint): ProblemCode[] {
  const { method, path, access, whileSettingUp, whileHandedOver, fresh } = endpoint;
  const { params, query, body, idempotent } = endpoint;
  const isWrite = method !== 'GET';
  return [
    'internal',
    ...(FOR_PROBES.has(path) ? [] : (['wrong-host'] as const)),
    ...(access === 'public' ? [] : (['signed-out', 'forbidden', 'restored'] as const)),
    ...(access === 'public' || whileHandedOver ? [] : (['handed-over'] as const)),
    ...(access === 'public' || whileSettingUp
      ? []
      : (['new-password-needed', 'second-factor-missing'] as const)),
    ...(fresh ? (['fresh-sign-in-needed'] as const) : []),
    ...(isWrite ? (['cross-site', 'storage-full'] as const) : []),
    ...(params ? ([`${subjectOf(endpoint)}-not-found`] as const) : []),
    ...(query || body ? (['invalid-input'] as const) : []),
    ...(body ? (['invalid-json', 'not-json', 'body-too-large'] as const) : []),
    ...(idempotent ? (['invalid-input', 'key-reused'] as const) : []),
  ];
}
