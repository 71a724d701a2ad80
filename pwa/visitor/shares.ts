import { allRows, deleteRow, getRow, putRow } from './store.ts';

/** What another app has shared with this one, or somebody has pasted here. It is kept until it is used or discarded. */
export interface Share {
  /** Its key among the settings: `share-` and the moment, in ms. The oldest sorts first. */
  name: string;
  /** The body of a form, as it was sent, and its type, which names the boundary of its parts. */
  value: ArrayBuffer;
  type: string;
  /** Whose it is; null until the next sign-in. */
  userId: number | null;
}

/** The largest that is kept, in bytes, and the most of them: any site can send a form here. */
export const LARGEST_SHARE = 8 * 1024 * 1024;
export const MOST_SHARES = 20;

/** Why something shared was not kept: larger than that, no room for it, or no worker took it. */
export const SHARE_FAULTS = ['large', 'full', 'missed'] as const;
export type ShareFault = (typeof SHARE_FAULTS)[number];

/** A row of the settings: the last user who signed in and has not signed out. */
const USER = 'user';
const PREFIX = 'share-';
let lastAt = 0;

/** Keeps a form that was posted. Resolves to the reason if it is not on the disk; never throws. */
export async function keepShare(form: Request | Response): Promise<ShareFault | null> {
  const body = await form.blob();
  if (body.size > LARGEST_SHARE) return 'large';
  if ((await allShares()).length >= MOST_SHARES) return 'full';
  // Of several in one millisecond, too, the oldest sorts first.
  lastAt = Math.max(Date.now(), lastAt + 1);
  const share: Share = {
    name: `${PREFIX}${lastAt + Math.random()}`,
    value: await body.arrayBuffer(),
    type: form.headers.get('Content-Type') ?? '',
    userId: (await getRow<{ value: number }>('settings', USER))?.value ?? null,
  };
  return (await putRow('settings', share)) ? null : 'full';
}

/** When it was shared, ISO 8601. */
export function sharedAt({ name }: Share): string {
  return new Date(Number(name.slice(PREFIX.length))).toISOString();
}

/** Everything that is kept here, also for others; the oldest first. */
export async function allShares(): Promise<Share[]> {
  const rows = (await allRows<Share>('settings')) ?? [];
  return rows.filter(({ name }) => name.startsWith(PREFIX));
}

/** What is kept for this user, or for nobody yet. */
export async function sharesOf(userId: number): Promise<Share[]> {
  return (await allShares()).filter((share) => (share.userId ?? userId) === userId);
}

/** After a sign-in: what was shared before, and will be, is this user's. */
export async function claimShares(userId: number): Promise<void> {
  await putRow('settings', { name: USER, value: userId });
  for (const share of await allShares()) {
    if (share.userId === null) await putRow('settings', { ...share, userId });
  }
}

/** After a sign-out: what is shared next belongs to whoever signs in. What was kept for the user stays if `keep` says so. */
export async function leaveShares(userId: number, keep: boolean): Promise<void> {
  await deleteRow('settings', USER);
  for (const share of await allShares()) {
    if (!keep && share.userId === userId) await dropShare(share.name);
  }
}

/** Brings back what was discarded. */
export async function restoreShare(share: Share): Promise<void> {
  await putRow('settings', share);
}

/** Removes what was used or discarded. */
export function dropShare(name: string): Promise<void> {
  return deleteRow('settings', name);
}
