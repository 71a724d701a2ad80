import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchRules } from '#contract/values/search-rules.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import type { Found } from '#pwa/lib/text/find-rows.ts';
import type { Haystack, Note, Notes } from '#pwa/lib/text/haystack.ts';
import type { Where } from '#pwa/lib/text/where.ts';
import type { IconShape } from '#pwa/ui/icons/icon.tsx';

type T = TextAccess['t'];

/** Search, filter and order of a list. */
export interface ListView<Filter extends string, Sort extends string> {
  query: string;
  filter: Filter;
  sort: Sort;
  /** What fields of its records must contain. */
  where: Where;
  /** The id of the saved view that it began with, if it did. */
  saved: string | null;
  /** The ids of the columns that this view shows; null for those that the person has chosen. */
  columns?: readonly string[] | null;
}

/** A view that comes with the product. */
export interface OwnView<Filter extends string, Sort extends string> {
  id: string;
  name: TextKey;
  filter: Filter;
  sort: Sort;
  columns: readonly string[];
}

/** A field by which a list can be filtered. */
export interface RecordField<Row> {
  id: keyof Row & string;
  label: TextKey;
  /** The words that it can hold; without them it holds text. */
  words?: readonly { value: string; label: TextKey }[];
  /** The name of its value in a row, for a field with few values: the filter offers the values that occur. */
  named?: (row: Row) => string | null;
  /** A day, or a moment that is a day on this device, is found by how it begins, `2026-11`; a number by itself. */
  holds?: 'date' | 'number';
  /** It identifies a person: no saved view stores a filter by it. */
  identifies?: boolean;
}

/** One kind of record as a list handles it; RecordLook says how it is drawn. */
export interface RecordDefinition<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  idOf: (row: Row) => Id;
  nameOf: (t: T, row: Row) => string;
  /** The address of one record. */
  linkTo: (id: Id) => Pick<LinkProps, 'to' | 'params'>;
  texts: Record<'title' | 'search' | 'filter' | 'emptyTitle' | 'emptyText', TextKey> & {
    /** Has plural forms. */
    total: TextKey;
  };
  emptyIcon: IconShape;
  /** The filters that are offered, in this order. */
  filters: readonly { value: Filter; label: TextKey; mark?: ReactNode }[];
  /** The fields by which it can be filtered besides, in this order. */
  fields: readonly RecordField<Row>[];
  /** The views that come with the product. */
  views?: readonly OwnView<Filter, Sort>[];
  /** The orders that are offered, in this order. */
  sorts: readonly { value: Sort; label: TextKey }[];
  /** The fields in which a search looks, the name first. */
  searched: readonly (keyof Row & string)[];
  /** The group of texts that has their labels. */
  labels: string;
  /** The text in which a search looks for a record, its notes included. */
  haystackOf: (row: Row, rules: SearchRules, notes?: readonly Note[]) => string;
  /** The notes of all records, once they are wanted and read. */
  useNotes: (wanted: boolean) => Notes;
  sorted: (rows: readonly Row[], sort: Sort) => Row[];
  /**
   * The rows that match a search and a filter, in their order.
   *
   * @param haystack of the same rows in the same order; null without a search
   * @param today `YYYY-MM-DD` on this device
   */
  find: (
    rows: readonly Row[],
    haystack: Haystack | null,
    view: { query: string; filter: Filter },
    today: string,
  ) => Found<Row, Filter>;
}

/** The order of a list that the head of a column chooses. */
export interface ColumnOrder {
  sort: string;
  direction: 'ascending' | 'descending';
  /** The order of the other direction, which a second press chooses; without it there is none. */
  reverse?: string;
}

/**
 * Content of a known width: `clock` is a day with the time that is left, `state` a badge with few marks, `word` one of
 * few short words.
 */
export type ColumnKind = 'badge' | 'clock' | 'date' | 'state' | 'word';

/** A column of a table of records, after that of the name. */
export interface RecordColumn<Row> {
  /** Under which the choice of columns is kept. */
  id: string;
  label: TextKey;
  /** Shown only when the person has chosen it. */
  isExtra?: boolean;
  /** The id of the column under which it stands where there is little room; in the line of the preview, if rows have one. */
  under?: string;
  /** Its kind of content, if that has a fixed width. */
  holds?: ColumnKind;
  order?: ColumnOrder;
  /**
   * The content of a `td`.
   *
   * @param isShort whether there is no room for long words
   */
  cell: (row: Row, t: T, isShort: boolean) => ReactNode;
}

/** A column of a file of records. */
export interface FileColumn<Row> {
  head: string;
  text: (row: Row) => string | null;
}

/** How one kind of record is drawn: in a table on wide screens, as rows of two lines on phones. */
export interface RecordLook<Row> {
  /** The list under whose name the choice of columns is kept. */
  list: string;
  /** The head of the first column, which holds the name. */
  name: TextKey;
  nameOrder?: ColumnOrder;
  /** The second line of the first column. */
  detailOf: (row: Row) => ReactNode;
  /** What the person has written: with the detail it is a line of its own, below all columns. */
  previewOf?: (row: Row) => string;
  columns: readonly RecordColumn<Row>[];
  /** Its actions begin with a verb that is always in words. */
  hasVerb?: boolean;
  /** The head of the last column, which holds the actions; only for screen readers. */
  actions: TextKey;
  actionsOf: (row: Row, t: T) => ReactNode;
  lineOf: (row: Row, t: T, how: LineMode) => RecordLine;
}

/** What the list around a row is doing. */
export interface LineMode {
  /** Rows are being selected: a press on one opens nothing. */
  isSelecting: boolean;
  /** The filter that all rows match; null without one. */
  filter: string | null;
  /** The order of the rows, if it is known. */
  sort?: string | undefined;
  /** They are beside an open record, which alone offers what can be done. */
  isBeside: boolean;
}

/** One record on a phone, without its name. */
export interface RecordLine {
  badge: ReactNode;
  /** A line of its own; the marks stand above it then. */
  detail?: ReactNode;
  /** What the person has written: a line of its own, which `when` ends. */
  preview?: string;
  /** The last line: short facts; missing ones are left out. */
  facts: readonly (string | null | undefined)[];
  /** The fact at the end of a line, which is never cut off. */
  when?: ReactNode;
  /** Marks for queued changes and urgent things. */
  mark?: ReactNode;
  action?: ReactNode;
}
