import type { AgentAccess } from '#contract/access.ts';
import {
  changeUser,
  deleteUser,
  type ErasedName,
  endUserSessions,
  eraseUser,
  removeUserFactor,
} from '#contract/accounts/users.ts';
import { newId } from '#contract/fields/ids.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { rereadAccounts } from './refresh-accounts.ts';
import { type Duty, rightsOf } from './role-choice.tsx';

/** What an admin can do with another account. */
export type AccountAction =
  | { type: 'approve' | 'role'; duty: Duty }
  | { type: 'deny' | 'disable' | 'enable' }
  | { type: 'signOut' | 'factor' }
  | { type: 'remove' }
  | { type: 'erase'; name: ErasedName };

/**
 * Carries the action out on the server at once: changes of accounts are never queued. Reads the list
 * again, after a refusal too: the screen was out of date then. Throws like `call`.
 */
export async function actOnAccount(
  mirror: Mirror,
  id: number,
  action: AccountAction,
  agentAccess: AgentAccess,
): Promise<void> {
  try {
    await send(action, agentAccess, { params: { id }, key: newId(), sentFor: mirror.userId });
  } finally {
    await rereadAccounts(mirror).catch(() => undefined);
  }
}

interface HowToSend {
  params: { id: number };
  key: string;
  sentFor: number;
}

async function send(
  action: AccountAction,
  agentAccess: AgentAccess,
  how: HowToSend,
): Promise<void> {
  switch (action.type) {
    case 'signOut':
      await call(endUserSessions, how);
      break;
    case 'factor':
      await call(removeUserFactor, how);
      break;
    case 'remove':
      await call(deleteUser, how);
      break;
    case 'erase':
      await call(eraseUser, { ...how, body: { name: action.name } });
      break;
    case 'approve':
      await call(changeUser, {
        ...how,
        body: { access: 'open', ...rightsOf(action.duty, agentAccess) },
      });
      break;
    case 'role':
      await call(changeUser, { ...how, body: rightsOf(action.duty, agentAccess) });
      break;
    case 'enable':
      await call(changeUser, { ...how, body: { access: 'open' } });
      break;
    default:
      await call(changeUser, { ...how, body: { access: 'closed' } });
  }
}
