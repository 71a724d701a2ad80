import { LISTS, type ListName, type Subject } from '#pwa/local/database/rows.ts';

/** The lane in which the changes of a record are sent. With an empty id: the prefix of all its list's lanes. */
export function laneOf(subject: Subject, id: string | number): string {
  return `${subject.slice(0, -1)}:${id}`;
}

/** The id of the question about a field of a record. */
export function idOfQuestion(lane: string, field: string): string {
  return `${lane} ${field}`;
}

/** The mirrored record of a lane; null for a saved view, the note of an export, or a lane that the disk has damaged. */
export function recordOf(lane: string): { list: ListName; id: string | number } | null {
  const [subject, id = ''] = `${lane}`.split(':');
  const list = LISTS.find((each) => each === `${subject}s`);
  return list ? { list, id: list === 'applications' ? id : Number(id) } : null;
}
