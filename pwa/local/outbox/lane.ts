import type { ListName } from '#pwa/local/database/rows.ts';

const SUBJECTS = {
  applications: 'application',
  contacts: 'contact',
  campaigns: 'campaign',
} as const satisfies Record<ListName, string>;

/** The lane in which the changes of a record are sent. With an empty id: the prefix of all its list's lanes. */
export function laneOf(list: ListName, id: string | number): string {
  return `${SUBJECTS[list]}:${id}`;
}

/** The record of a lane. Throws RangeError when the text is no lane. */
export function recordOf(lane: string): { list: ListName; id: string | number } {
  const [subject, id = ''] = lane.split(':');
  if (subject === SUBJECTS.applications) return { list: 'applications', id };
  if (subject === SUBJECTS.contacts) return { list: 'contacts', id: Number(id) };
  if (subject === SUBJECTS.campaigns) return { list: 'campaigns', id: Number(id) };
  throw new RangeError(`"${lane}" is not the lane of a record.`);
}
