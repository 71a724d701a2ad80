import type { Person } from '#contract/people.ts';
import { csvFile } from '#pwa/lib/text/csv.ts';

/** A person's data as a file: complete as JSON, or its plain values as a table. */
export function personFile(person: Person, format: 'json' | 'csv'): Blob {
  return format === 'json'
    ? new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' })
    : csvFile(tableOf(person));
}

/** One line per value: record, field, value. */
function tableOf({ contacts, applications }: Person): string[][] {
  const lines: string[][] = [['record', 'field', 'value']];
  const add = (record: string, fields: object): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (value === null || Array.isArray(value)) continue;
      lines.push([record, field, String(value)]);
    }
  };
  for (const contact of contacts) add(`inquiry ${contact.id}`, contact);
  for (const application of applications) {
    add(`application ${application.id}`, application);
    for (const entry of application.history) add(`history ${entry.id}`, entry);
  }
  return lines;
}
