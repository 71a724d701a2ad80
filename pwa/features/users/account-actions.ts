import { newId } from '#contract/ids.ts';
import { changeUser, deleteUser, endUserSessions } from '#contract/users.ts';
import type { Role } from '#contract/vocabulary.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { rereadAccounts } from './refresh-accounts.ts';

/** What an admin does with somebody else's account. */
export type AccountAction =
  | { type: 'approve' | 'role'; role: Role }
  | { type: 'deny' | 'disable' | 'enable' }
  | { type: 'signOut' }
  | { type: 'remove' };

/**
 * Does it on the server, now: an account is no matter for a queue. The list is read anew, also when
 * the server refused, for then it is not as the screen shows it. Throws as `call`.
 */
export async function actOnAccount(
  mirror: Mirror,
  id: number,
  action: AccountAction,
): Promise<void> {
  try {
    await send(action, { params: { id }, key: newId(), sentFor: mirror.userId });
  } finally {
    await rereadAccounts(mirror).catch(() => undefined);
  }
}

interface HowToSend {
  params: { id: number };
  key: string;
  sentFor: number;
}

async function send(action: AccountAction, how: HowToSend): Promise<void> {
  switch (action.type) {
    case 'signOut':
      await call(endUserSessions, how);
      break;
    case 'remove':
      await call(deleteUser, how);
      break;
    case 'approve':
      await call(changeUser, { ...how, body: { access: 'open', role: action.role } });
      break;
    case 'role':
      await call(changeUser, { ...how, body: { role: action.role } });
      break;
    case 'enable':
      await call(changeUser, { ...how, body: { access: 'open' } });
      break;
    default:
      await call(changeUser, { ...how, body: { access: 'closed' } });
  }
}
