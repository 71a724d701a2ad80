import { foldText } from '#contract/values/fold-text.ts';
import { hasAll } from '#contract/values/search-rules.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import { searchTextOf } from '#pwa/lib/text/haystack.ts';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { useLastSeen } from '#pwa/records/last-seen.ts';
import { type LineOf, useFound } from '#pwa/records/use-found.ts';
import { useSearchRules } from '#pwa/records/use-search-rules.ts';

/** Results of each kind that are shown. */
const SHOWN = 20;
const NONE: never[] = [];

/** A record that a search has found. */
export type Result = ApplicationRow | ContactRow;

/** Applications and inquiries that a query finds, the newest first; without a query all. */
export function useSearchResults(query: string, userId: number) {
  const allApplications = useLastSeen(`applications:${userId}`, useAllApplications(true));
  const allContacts = useLastSeen(`contacts:${userId}`, useAllContacts(true));
  const view = { query, where: EVERYWHERE } as const;
  const applications = useFound(applicationDefinition, allApplications?.rows ?? NONE, {
    ...view,
    filter: 'all',
    sort: 'updated',
  });
  const contacts = useFound(contactDefinition, allContacts?.rows ?? NONE, {
    ...view,
    filter: 'any',
    sort: 'received',
  });
  const rules = useSearchRules(true);
  const wanted = rules.wantedOf(query);
  const all: Result[] = wanted.length > 0 ? [...applications.rows, ...contacts.rows] : NONE;
  const typed = foldText(query.trim());
  const named: { row: Result; name: string }[] = [];
  const others: Result[] = [];
  for (const row of all) {
    const name = nameIn(row, rules);
    if (!hasAll(name, wanted)) others.push(row);
    else named.push({ row, name });
  }
  return {
    /** Whether everything that can be found is on this phone. */
    isWhole: [allApplications, allContacts].every((list) => list?.firstPull.isWhole === true),
    hasAllNotes: applications.hasAllNotes,
    applications: applications.rows,
    contacts: contacts.rows,
    /** Those whose name has all of the query. */
    named: bestFirst(named, typed).slice(0, SHOWN),
    others: others.slice(0, SHOWN),
    lineOf: ((row) =>
      'status' in row
        ? applications.lineOf?.(row)
        : contacts.lineOf?.(row)) satisfies LineOf<Result>,
    marked: (text: string) => rules.marked?.(text, wanted) ?? text,
    /** Whether a text has all of the query. */
    hasAllOf: (text: string) => wanted.length > 0 && hasAll(foldText(text), wanted),
  };
}

/**
 * The rows whose name begins with the query, then those in whose names each word of it begins a word, then the others;
 * of each the shorter name first. Both are folded; else the order stays.
 */
export function bestFirst<Row>(found: readonly { row: Row; name: string }[], typed: string): Row[] {
  const words = typed.split(/\s+/);
  const rankOf = (name: string): number => {
    if (name.startsWith(typed)) return 0;
    const spaced = ` ${name.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
    return words.every((word) => spaced.includes(` ${word}`)) ? 1 : 2;
  };
  return found
    .map(({ row, name }) => ({ row, rank: rankOf(name), length: name.length }))
    .sort((one, other) => one.rank - other.rank || one.length - other.length)
    .map(({ row }) => row);
}

const playerNameIn = searchTextOf(['playerName']);
const writerIn = searchTextOf(['name', 'playerName']);

function nameIn(row: Result, rules: Parameters<typeof writerIn>[1]): string {
  return 'status' in row ? playerNameIn(row, rules) : writerIn(row, rules);
}
