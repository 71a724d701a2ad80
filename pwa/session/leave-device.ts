import { liveQuery } from 'dexie';
import { Mirror } from '#pwa/local/mirror.ts';
import { requestSend } from '#pwa/local/send-request.ts';
import { noteUnsent } from '#pwa/local/unsent-note.ts';

/** How long a sign-out waits for the queue to be sent, in milliseconds. */
const PATIENCE = 15_000;

/** Changes were still unsent when a sign-out had waited for them; nothing was wiped. */
class StillUnsent extends Error {
  override readonly name = 'StillUnsent';
  readonly count: number;

  constructor(count: number) {
    super(`${count} changes could not be sent.`);
    this.count = count;
  }
}

/**
 * Has the user's queue sent and waits until it is empty. Throws StillUnsent when changes are left
 * after 15 s, or when all that are left were refused.
 */
export async function sendEverything(userId: number): Promise<void> {
  const mirror = new Mirror(userId);
  try {
    const left = await emptied(mirror);
    if (left > 0) throw new StillUnsent(left);
  } finally {
    mirror.close();
  }
}

/** Resolves with how many changes are left: 0 as soon as all are sent. */
function emptied(mirror: Mirror): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => mirror.outbox.count().then(settle, reject), PATIENCE);
    const changes = liveQuery(() => mirror.outbox.toArray()).subscribe({
      next: (entries) => {
        if (entries.every(({ state }) => state === 'refused')) settle(entries.length);
      },
      error: reject,
    });
    function settle(count: number): void {
      clearTimeout(timer);
      changes.unsubscribe();
      resolve(count);
    }
    requestSend();
  });
}

/**
 * Wipes what this device holds of a user: everything, or all but the changes that were never sent,
 * which then wait for this user's next sign-in and are sent for nobody else.
 */
export async function wipe(userId: number, { keepOutbox }: { keepOutbox: boolean }): Promise<void> {
  const mirror = new Mirror(userId);
  if (!keepOutbox) {
    await mirror.delete();
    // Given up on purpose: nobody is to be told of a loss.
    noteUnsent(userId, []);
    return;
  }
  const { applications, history, contacts, campaigns, meta, acknowledged } = mirror;
  const truth = [applications, history, contacts, campaigns, meta, acknowledged];
  await mirror.transaction('rw', truth, () => Promise.all(truth.map((table) => table.clear())));
  mirror.close();
}
