import type { Status } from '#contract/fields/vocabulary.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { changeStatus } from '#pwa/test/commands.ts';

/** Queues a status or a note, as the person does who sees the application on this phone. */
export async function setTo(
  mirror: Mirror,
  id: string,
  status: Status,
  notes: string | null = null,
): Promise<string> {
  return changeStatus(mirror, await seenBy(mirror, id), { status, notes });
}

/** An application as the person sees it. */
export async function seenBy(mirror: Mirror, id: string): Promise<ApplicationRow> {
  const row = await readRow(mirror, 'applications', id);
  if (!row) throw new Error(`Application ${id} is not on the phone.`);
  return row;
}
