import { isListName, type ListName, type Subject } from '#pwa/local/database/rows.ts';

const WORDS = {
  applications: 'application',
  contacts: 'contact',
  campaigns: 'campaign',
  views: 'view',
  exports: 'export',
} as const satisfies Record<Subject, string>;

/** The lane in which the changes of a record are sent. With an empty id: the prefix of all its list's lanes. */
export function laneOf(subject: Subject, id: string | number): string {
  return `${WORDS[subject]}:${id}`;
}

/** The mirrored record of a lane; null for a saved view or an export. Throws RangeError when the text is no lane. */
export function recordOf(lane: string): { list: ListName; id: string | number } | null {
  const [word, id = ''] = lane.split(':');
  const subject = (Object.keys(WORDS) as Subject[]).find((each) => WORDS[each] === word);
  if (!subject) throw new RangeError(`"${lane}" is not the lane of a record.`);
  if (!isListName(subject)) return null;
  return { list: subject, id: subject === 'applications' ? id : Number(id) };
}
