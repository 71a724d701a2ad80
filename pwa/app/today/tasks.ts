import {
  dueApplications,
  silentApplications,
} from '#pwa/features/applications/application-list.ts';
import {
  type ToldDeadline,
  useToldDeadlines,
} from '#pwa/features/applications/deadlines/told-deadlines.ts';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { endingSearches, waitingContacts } from '#pwa/features/contacts/contact-list.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { useNow, useToday } from '#pwa/lib/time/clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { useLastSeen } from '#pwa/records/last-seen.ts';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { useAsideAt } from './set-aside.ts';
import { useToldWindows, type WindowTask } from './told-windows.ts';

/** What needs the agent now. */
export interface Tasks {
  /** Changes that wait for a decision. */
  questions: number;
  due: readonly ApplicationRow[];
  /** Of transfer windows. */
  windows: readonly WindowTask[];
  /** Of mandates, contracts and birthdays. */
  deadlines: readonly ToldDeadline[];
  /** Inquiries of clubs whose search is near its end. */
  searches: readonly ContactRow[];
  /** Inquiries whose reply is late or due within a day. */
  urgent: readonly ContactRow[];
  /** The other inquiries without a reply: worth a look, not due. */
  fresh: readonly ContactRow[];
  /** Inquiries that look like spam, until a user says whether they are real. */
  doubtful: readonly ContactRow[];
  /** Applications without a change for 14 days: worth a look, not due. */
  silent: readonly ApplicationRow[];
  /** All records on this device; undefined while loading. */
  total: number | undefined;
  /** Whether all records of the server are on this device. */
  isWhole: boolean;
}

const NONE: never[] = [];

/** What needs the agent now, from the mirror. */
export function useTasks(): Tasks {
  const { userId } = useMirror();
  const applications = useLastSeen(`applications:${userId}`, useAllApplications(true));
  const contacts = useLastSeen(`contacts:${userId}`, useAllContacts(true));
  const { conflicts, refused } = useSyncStatus();
  const asideAt = useAsideAt(userId);
  const deadlines = useToldDeadlines(applications?.rows ?? NONE);
  const now = useNow();
  const today = useToday();
  return {
    questions: conflicts + refused,
    due: dueApplications(applications?.rows ?? NONE, today),
    windows: useToldWindows(userId),
    deadlines,
    searches: endingSearches(contacts?.rows ?? NONE, today),
    ...waitingContacts(contacts?.rows ?? NONE, now),
    silent: silentApplications(applications?.rows ?? NONE, now, asideAt),
    total: applications && contacts && applications.rows.length + contacts.rows.length,
    isWhole: [applications, contacts].every((all) => all?.firstPull.isWhole === true),
  };
}
