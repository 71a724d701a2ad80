import * as v from 'valibot';
import type { HistoryEntry } from '#contract/applications.ts';
import type { CopiedList, OfferedCopies } from '#contract/backups/copies.ts';
import { correctionsIn } from '#contract/corrections.ts';
import type { Schema } from '#contract/endpoint.ts';
import { HISTORY_COLUMNS } from '#contract/fields/application-fields.ts';
import { optionalDayOrTime } from '#contract/fields/day-fields.ts';
import {
  type Column,
  type Columns,
  type Field,
  nullableText,
} from '#contract/fields/field-table.ts';
import {
  instant,
  LONG_TEXT,
  optionalNotes,
  optionalText,
  text,
  uuid,
} from '#contract/fields/fields.ts';
import { CONTACT_STATES, REASONS, STATUSES, YES_NO } from '#contract/fields/vocabulary.ts';
import { ANSWERS, MOST_OFFERS, OfferDraft } from '#contract/offers/offer.ts';
import {
  COPIED,
  type CopiedRow,
  type Copy,
  isMoment,
  isOfAnonymised,
  merged,
} from './held-copies.ts';

/**
 * What a device offers, as far as it may be written: each value is checked as if a person had typed it. A row with a
 * wrong value is left out, and so is an entry, a row or a deletion that both databases know.
 *
 * @param parted the revision up to which both have the same history
 * @returns one copy for each record
 */
export function checkCopies(offered: OfferedCopies, parted: number): Copy[] {
  const copies = new Map<string, Copy>();
  const isGiven = (version: number) => version > parted && version <= LAST_VERSION;
  const add = (copy: Omit<Copy, 'recordId' | 'epoch'>) => {
    const given = { ...copy, recordId: String(copy.row.id), epoch: offered.epoch };
    const key = `${given.list} ${given.recordId}`;
    const before = copies.get(key);
    copies.set(key, before ? merged(before, given) : given);
  };
  for (const list of ['applications', 'contacts', 'campaigns'] as const) {
    for (const { version, ...row } of offered[list]) {
      const checked = isGiven(version)
        ? checkedRow<CopiedRow>(COPIED[list].columns, LISTED[list], row)
        : null;
      const kind = checked && isOfAnonymised(checked) ? 'anonymised' : 'row';
      if (checked) add({ list, version, kind, row: checked, history: [] });
    }
  }
  for (const { list, id, version } of offered.gone) {
    const isItsId = (typeof id === 'string') === (list === 'applications');
    if (isGiven(version) && isItsId) add({ list, version, kind: 'gone', row: { id }, history: [] });
  }
  for (const entry of offered.history) {
    const { version, applicationId: id } = entry;
    const checked = isGiven(version) ? checkedRow<HistoryEntry>(ENTRY, WORDS, entry) : null;
    if (!checked || NEEDED.some((name) => checked[name] === undefined)) continue;
    add({ list: 'applications', version, kind: 'row', row: { id }, history: [checked] });
  }
  return [...copies.values()];
}

/** The highest integer of both databases. */
const LAST_VERSION = 2_147_483_647;

const ENTRY: Columns = { ...HISTORY_COLUMNS, by: { row: nullableText } };
const NEEDED = ['previousStatus', 'newStatus', 'createdAt', 'arrivedAt'] as const;

/** A page of an offer as the column `offers` has it (offer.ts). */
const StoredOffer = v.strictObject({
  id: uuid,
  ...OfferDraft.entries,
  madeAt: instant,
  consentOn: nullableText,
  until: instant,
  people: v.number(),
  openings: v.number(),
  openedAt: v.nullable(instant),
  answer: v.nullable(v.picklist(ANSWERS)),
  answerWords: nullableText,
  answeredAt: v.nullable(instant),
});

/** A JSON text, unchanged; null for none. */
function jsonText(isRight: (json: string) => boolean) {
  const isTaken = (json: string) => {
    try {
      return isRight(json);
    } catch {
      return false;
    }
  };
  return v.nullable(v.pipe(text, v.check(isTaken)));
}

/** What columns may hold that no person fills in. */
type Checks = Readonly<Record<string, Schema>>;
const LISTED: Record<CopiedList, Checks> = {
  applications: {
    under18: v.nullable(v.picklist(YES_NO)),
    status: v.picklist(STATUSES),
    followUpOn: optionalDayOrTime,
    offers: jsonText((json) =>
      v.is(v.pipe(v.array(StoredOffer), v.maxLength(MOST_OFFERS)), JSON.parse(json)),
    ),
  },
  contacts: {
    state: v.picklist(CONTACT_STATES),
    addedTo: v.nullable(uuid),
    campaignName: optionalText,
    reference: optionalText,
    corrections: jsonText((json) => correctionsIn(json).length > 0),
  },
  campaigns: {},
};
const WORDS: Checks = {
  previousStatus: v.picklist(STATUSES),
  newStatus: v.picklist(STATUSES),
  notes: optionalNotes,
  reason: v.nullable(v.picklist(REASONS)),
};
/** Columns that are left out alone if they are wrong. */
const DISPENSABLE = ['offers', 'corrections'];

function checkedRow<Row>(
  columns: Columns,
  checks: Checks,
  row: Record<string, unknown>,
): Row | null {
  const checked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const column = columns[name];
    const schema = checks[name] ?? (column && schemaOf(column)) ?? v.unknown();
    const result = v.safeParse(schema, value);
    if (result.success) checked[name] = result.output;
    else if (!DISPENSABLE.includes(name)) return null;
  }
  // It has the columns of the contract's schema.
  return checked as Row;
}

const moment = v.pipe(
  instant,
  v.check((at) => Number.isFinite(Date.parse(at))),
);
const anyText = v.nullable(v.pipe(text, v.maxLength(LONG_TEXT)));

function schemaOf(column: Column | Field): Schema {
  if ('draft' in column) {
    const { draft, anonymised } = column as Field & { anonymised?: string };
    return anonymised === undefined ? draft : v.union([v.literal(anonymised), draft]);
  }
  if (isMoment(column)) return column.row === instant ? moment : v.nullable(moment);
  return column.row === nullableText ? anyText : (column.row ?? v.unknown());
}
