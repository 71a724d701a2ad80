import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Browser } from './browser.ts';

/** The stores of a generated older version: key, then indexes, as Dexie creates them. */
const STORES: Record<string, [key: string, ...indexes: string[]]> = {
  applications: ['id', 'updatedAt', 'version'],
  history: ['id', '[applicationId+version]'],
  contacts: ['id', 'createdAt', 'version'],
  campaigns: ['id', 'version'],
  outbox: ['seq', 'key', 'entity', 'state'],
  meta: ['key'],
  conflicts: ['applicationId'],
};
/** Below Dexie's version 1, which is 10 in IndexedDB. */
const OLD_VERSION = 5;

/** Leaves a queue of an older version on a device, without a mirror. */
export function leaveOldQueue(
  browser: Browser,
  userId: number,
  entries: readonly OutboxEntry[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = browser.disk.open(`agency-${userId}`, OLD_VERSION);
    request.onupgradeneeded = () => {
      for (const [name, [keyPath, ...indexes]] of Object.entries(STORES)) {
        const store = request.result.createObjectStore(name, {
          keyPath,
          autoIncrement: name === 'outbox',
        });
        for (const index of indexes) {
          const path = index.startsWith('[') ? index.slice(1, -1).split('+') : index;
          store.createIndex(index, path, { unique: index === 'key' });
        }
      }
      const outbox = request.transaction?.objectStore('outbox');
      for (const entry of entries) outbox?.put(entry);
    };
    request.onsuccess = () => {
      request.result.close();
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
}

/** A status and a note, queued offline before the update; the second failed once. */
export function anOldQueue(at: number, random: () => number): OutboxEntry[] {
  const id = '00000000-0000-7000-8000-000000000001';
  const common = {
    type: 'status-changed' as const,
    entity: `application:${id}`,
    dependsOn: null,
    method: 'PATCH' as const,
    path: `/api/applications/${id}/status`,
    queuedAt: new Date(at).toISOString(),
    state: 'waiting' as const,
    nextTryAt: 0,
    reason: null,
  };
  const seen = (status: 'pending' | 'in_review') => ({ id, status, contactId: null });
  return [
    {
      ...common,
      seq: 1,
      key: keyOf(at, random),
      tries: 0,
      body: { status: 'in_review', notes: null },
      seen: seen('pending'),
    },
    {
      ...common,
      seq: 2,
      key: keyOf(at + 1_000, random),
      tries: 1,
      body: { status: 'in_review', notes: 'Of an older version.' },
      seen: seen('in_review'),
    },
  ];
}

/** A UUIDv7 of this moment. */
function keyOf(at: number, random: () => number): string {
  const digits = (count: number) =>
    Array.from({ length: count }, () => Math.floor(random() * 16).toString(16)).join('');
  const time = at.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits(3)}-8${digits(3)}-${digits(12)}`;
}
