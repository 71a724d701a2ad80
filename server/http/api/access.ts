import {
  type Access,
  type AgentAccess,
  mustHaveSecondFactor,
  type SecondFactorRule,
} from '#contract/access.ts';
import { type Endpoint, SENT_FOR, SENT_TO } from '#contract/endpoint.ts';
import { HANDED_OVER } from '#contract/handed-over.ts';
import { pageCookie } from '#contract/page-cookie.ts';
import { Problem } from '#contract/problems.ts';
import type { Db } from '#prisma/client.ts';
import { areasOfUser, type User } from '#server/domain/accounts/users.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import type { Context } from '#server/http/transport/context.ts';

/** How long a sign-in or a new proof opens the calls that need a fresh one, in ms. */
const FRESH_FOR = 60 * 60_000;

/** The settings that decide who may make which call. */
export interface AccessRules {
  agentAccess: AgentAccess;
  secondFactor: SecondFactorRule;
}

type Rights = Pick<Endpoint, 'access' | 'whileSettingUp' | 'whileHandedOver' | 'fresh'>;

/**
 * The user who makes a call; null for a visitor. Throws `signed-out` (401), with the reason if the caller
 * had a session; `handed-over` (423) while the device is in a visitor's hands and its session has not ended;
 * `forbidden` (403) for a user without the right and for a change that another user has queued;
 * `fresh-sign-in-needed` (403); and `new-password-needed` or `second-factor-missing` (403) for a user who must set these up first.
 */
export function checkAccess(
  ctx: Context,
  { access, whileSettingUp, whileHandedOver, fresh }: Rights,
  { agentAccess, secondFactor }: AccessRules,
): User | null {
  const { session } = ctx.state;
  const user = session?.user ?? null;
  if (access === 'public') return user;
  const { ended } = ctx.state;
  // A device that was reported lost hears so at a stand, too.
  if (isHandedOver(ctx) && !whileHandedOver && !ended) {
    throw new Problem('handed-over', "This device is in a visitor's hands.");
  }
  if (!session || !user) throw new Problem('signed-out', 'Please sign in.', { ended });

  const owner = ctx.get(SENT_FOR);
  if (owner !== '' && owner !== String(user.id)) {
    throw new Problem('forbidden', 'This change was made by another user.');
  }
  if (!mayEnter(user, access, agentAccess)) {
    throw new Problem('forbidden', "You don't have permission to access this area.");
  }
  if (user.mustChangePassword && whileSettingUp !== 'new-password') {
    throw new Problem('new-password-needed', 'Please choose a new password first.');
  }
  if (fresh && Date.now() - session.provedAt.getTime() > FRESH_FOR) {
    throw new Problem('fresh-sign-in-needed', 'Please confirm that it is you.');
  }
  if (whileSettingUp) return user;
  if (!user.hasPasskey && mustHaveSecondFactor(user, secondFactor)) {
    throw new Problem('second-factor-missing', 'Please set up a passkey first.');
  }
  return user;
}

/** Whether the caller's device is in a visitor's hands. */
export function isHandedOver(ctx: Context): boolean {
  return ctx.cookies.get(pageCookie(HANDED_OVER, ctx.cookies.secure), { signed: false }) === '1';
}

/** Throws `restored` (412) for a queue whose earlier changes went to a database that a backup has replaced. */
export async function checkEpoch(ctx: Context, db: Db): Promise<void> {
  const meant = ctx.get(SENT_TO);
  if (meant === '' || meant === encodeURIComponent((await readReplicationState(db)).epoch)) return;
  throw new Problem('restored', 'A backup has replaced the database that this was meant for.');
}

/** Whether a signed-in user may make calls of this kind. */
export function mayEnter(user: User, access: Access, agentAccess: AgentAccess): boolean {
  if (access === 'public' || access === 'signed-in') return true;
  return areasOfUser(user, agentAccess).includes(access);
}
