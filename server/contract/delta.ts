import * as v from 'valibot';
import { rowId, uuid } from '#contract/fields/fields.ts';

/**
 * Asks for the rows of a list that changed after revision `since`, newest first, in pages. `since=0`
 * asks for the whole list.
 */
export const DeltaQuery = v.object({
  since: digits(),
  /** `next` of the page before: only rows below this revision. */
  before: v.optional(digits()),
  /** The epoch of `since`; the answer is a reset if the database has another one. */
  epoch: v.optional(v.string()),
  /** Rows a page. */
  limit: v.optional(v.pipe(digits(), v.minValue(1), v.maxValue(2_000)), '500'),
});
export type DeltaQuery = v.InferOutput<typeof DeltaQuery>;

/* @__NO_SIDE_EFFECTS__ */
function digits() {
  return v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number), v.maxValue(2_147_483_647));
}

/** The revision in which a row last changed. */
export const version = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A checksum of a list, to compare a mirror with the server. */
export const Totals = v.object({
  /** How many rows there are. */
  count: v.number(),
  /** The sum of their versions. A missing, extra or outdated row changes it. */
  sum: v.number(),
});
export type Totals = v.InferOutput<typeof Totals>;

/** One page of changes. Pages of one pull cover `since < version < before`, without a gap. */
/* @__NO_SIDE_EFFECTS__ */
export function deltaPage<const S extends v.ObjectEntries>(entries: S) {
  return v.object({
    ...entries,
    /** Identifies the database. When it changes, the mirror starts afresh. */
    epoch: v.string(),
    /** The newest revision when this page was read. The first page's is `since` of the next pull. */
    revision: version,
    /**
     * True when the pages are the whole list: rows that are not in them are gone. So it is for
     * `since=0`, and for a `since` of another epoch, above the revision, or older than the tombstones.
     */
    reset: v.boolean(),
    /**
     * How many rows the list has, for a progress bar; only on the first of several pages that are the
     * whole list.
     */
    count: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
    /**
     * Ids of rows deleted after `since`; only on the first page. They were gone at `revision`: a copy with a higher
     * version is of a row that was made again, and so is a row in these pages.
     */
    gone: v.array(v.union([rowId, uuid])),
    /** `before` of the next page; null on the last. */
    next: v.nullable(version),
    /**
     * Checksums of all rows at `revision`, by list (`rows`, `history`). Only on the last page, and null
     * if something was committed while it was read. A mirror at this revision with other checksums is
     * broken and pulls everything again.
     */
    totals: v.optional(v.nullable(v.record(v.string(), Totals)), null),
  });
}
