import type { AllRows } from '#pwa/local/rows/read-rows.ts';
import type { ListView, RecordDefinition, RecordLook } from '#pwa/records/record-definition.ts';
import type { Tab } from './dashboard-tab.ts';

/** The list beside a record, by which the router knows it. */
export const BESIDE = 'beside';

/** A list of the back office with the user's view of it, as all its pages share it. */
export interface OfficeList<
  Row,
  Id extends string | number,
  Filter extends string,
  Sort extends string,
> {
  tab: Tab;
  definition: RecordDefinition<Row, Id, Filter, Sort>;
  look: RecordLook<Row>;
  /** Reads the rows that fill the first screen; undefined while loading. */
  useNewest: (wanted: boolean) => readonly Row[] | undefined;
  /** Reads all rows that are on this device; undefined while loading. */
  useAll: (wanted: boolean) => AllRows<Row> | undefined;
  view: ListView<Filter, Sort>;
  onView: (change: Partial<ListView<Filter, Sort>>) => void;
}
