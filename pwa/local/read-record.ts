import { recordOf } from './lane.ts';
import type { Mirror } from './mirror.ts';
import { readApplication } from './read-applications.ts';
import { readCampaign } from './read-campaigns.ts';
import { readContact } from './read-contacts.ts';
import type { ListName, SeenRow } from './rows.ts';

/** The record of a lane with its queued changes laid over it; null when there is none. */
export function readRecord(mirror: Mirror, lane: string): Promise<SeenRow<ListName> | null> {
  const { list, id } = recordOf(lane);
  if (list === 'applications') return readApplication(mirror, String(id));
  return list === 'contacts' ? readContact(mirror, Number(id)) : readCampaign(mirror, Number(id));
}

/** The name of that record as the person sees it; null when there is none. */
export async function readRecordName(mirror: Mirror, lane: string): Promise<string | null> {
  const row = await readRecord(mirror, lane);
  if (!row) return null;
  return 'playerName' in row ? row.playerName : row.name;
}
