import * as v from 'valibot';
import { rowId, uuid } from './fields.ts';

/**
 * What a phone asks for when it follows a list: everything that changed after revision `since`,
 * newest first, in pages. `since=0` asks for the whole list.
 */
export const DeltaQuery = v.object({
  since: digits(),
  /** From the page before: only what is older than this revision. */
  before: v.optional(digits()),
  /** The epoch in which `since` was counted; another one makes the answer a reset. */
  epoch: v.optional(v.string()),
  /** Rows a page. */
  limit: v.optional(v.pipe(digits(), v.minValue(1), v.maxValue(2_000)), '500'),
});
export type DeltaQuery = v.InferOutput<typeof DeltaQuery>;

function digits() {
  return v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.maxValue(2_147_483_647));
}

/** A row as a mirror keeps it: `version` is the revision in which it last changed. */
export const version = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What tells whether a mirror holds what the server does. */
export const Totals = v.object({
  /** How many rows there are. */
  count: v.number(),
  /** The sum of their versions: a row that is missing, left over or out of date changes it. */
  sum: v.number(),
});
export type Totals = v.InferOutput<typeof Totals>;

/** One page of changes. Pages of one pull cover `since < version < before`, without a gap. */
export function deltaPage<const S extends v.ObjectEntries>(entries: S) {
  return v.object({
    ...entries,
    /** Another value than before means that the database was replaced: the mirror starts afresh. */
    epoch: v.string(),
    /** The newest revision when this page was read. Of the first page: `since` of the next pull. */
    revision: version,
    /**
     * True when the pull starts from nothing, asked for or because `since` is of another epoch, newer
     * than the database, or too old: rows that are not in its pages are gone.
     */
    reset: v.boolean(),
    /** Ids of rows deleted after `since`; only on the first page. */
    gone: v.array(v.union([rowId, uuid])),
    /** `before` of the next page, null on the last. */
    next: v.nullable(version),
    /**
     * By list (`rows`, `history`), of all its rows at `revision`; on the last page only, and null when
     * something was committed meanwhile. A mirror that was pulled up to this same revision and holds
     * anything else is broken: it pulls everything again.
     */
    totals: v.optional(v.nullable(v.record(v.string(), Totals)), null),
  });
}
