import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { boxClass } from '#pwa/ui/fields/checkbox-field.tsx';
import { AMPLE, DENSE, useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { LongRows, LongTable } from './long-list.tsx';
import type {
  ColumnOrder,
  RecordColumn,
  RecordDefinition,
  RecordLook,
} from './record-definition.ts';
import {
  type Column,
  FoldedCells,
  RecordActions,
  RecordName,
  RecordRow,
  recordLink,
} from './record-list.tsx';
import styles from './row-choice.module.css';
import type { LineOf } from './use-found.ts';
import type { Selection } from './use-selection.ts';
import { useShownColumns } from './use-shown-columns.ts';

type Definition<Row, Id extends string | number> = Pick<
  RecordDefinition<Row, Id, string, string>,
  'idOf' | 'nameOf' | 'linkTo' | 'texts'
>;

interface RecordsProps<Row, Id extends string | number> {
  definition: Definition<Row, Id>;
  look: RecordLook<Row>;
  rows: readonly Row[];
  /** The filter that all rows match. */
  filter?: string | null;
  /** The order of the rows, and what chooses another: the heads of a table do. */
  order?: { sort: string; choose: (sort: string) => void };
  /** The lines that a search has found: each takes the place of its row's facts. */
  lineOf?: LineOf<Row> | undefined;
  /** If records of the list can be selected. */
  selection?: Selection<Id> | undefined;
  /** Beside an open record: in a narrow column, and another record takes its place in the history. */
  isBeside?: boolean;
}

/** Records of one kind: a table on wide screens, rows of two lines on phones and in a narrow column. */
export function Records<Row, Id extends string | number>(props: RecordsProps<Row, Id>) {
  const wide = useMedia(WIDE);
  return wide && !props.isBeside ? <WideTable {...props} /> : <TwoLineRows {...props} />;
}

function WideTable<Row, Id extends string | number>(props: RecordsProps<Row, Id>) {
  const { definition, look, rows, selection, order, lineOf } = props;
  const { t } = useText();
  const isTight = !useMedia(DENSE);
  const isShort = !useMedia(AMPLE);
  const shown = useShownColumns(look.list, look.columns);
  // With a line below all cells that is where there is room.
  const placeOf = ({ under }: RecordColumn<Row>) => (look.previewOf && under ? NAME : under);
  const isPlace = (place?: string) => place === NAME || shown.some(({ id }) => id === place);
  const folded = shown.filter((column) => isTight && isPlace(placeOf(column)));
  const columns = shown.filter((column) => !folded.includes(column));
  const foldedInto = (place: string) => folded.find((column) => placeOf(column) === place);
  const orderOf = (by: ColumnOrder | undefined): Pick<Column, 'order'> | undefined =>
    by &&
    order && {
      order: {
        current: directionOf(by, order.sort),
        choose: () => order.choose(by.sort === order.sort ? (by.reverse ?? by.sort) : by.sort),
      },
    };
  const wordsOf = ({ label, order: by }: Pick<RecordColumn<Row>, 'label' | 'order'>) => ({
    label: t(label),
    ...orderOf(by),
  });
  const secondOf = (place: string) => {
    const column = foldedInto(place);
    return column && wordsOf(column);
  };
  return (
    <LongTable
      caption={t(definition.texts.title)}
      columns={[
        { label: t(look.name), ...orderOf(look.nameOrder), second: secondOf(NAME) },
        ...columns.map((column) => ({
          ...wordsOf(column),
          ...(column.holds && { holds: column.holds }),
          second: secondOf(column.id),
        })),
        { label: t(look.actions) },
      ]}
      rows={rows}
      keyOf={definition.idOf}
      hasVerb={look.hasVerb === true}
      hasPreview={look.previewOf !== undefined}
    >
      {(row) => (
        <>
          <RecordName
            name={<Name definition={definition} row={row} selection={selection} />}
            detail={lineOf?.(row) ?? look.detailOf(row)}
            preview={look.previewOf?.(row)}
            folded={foldedInto(NAME)?.cell(row, t, isShort)}
          />
          {columns.map(({ id, cell }) => {
            const second = foldedInto(id);
            return second ? (
              <FoldedCells key={id} under={second.cell(row, t, isShort)}>
                {cell(row, t, isShort)}
              </FoldedCells>
            ) : (
              <td key={id}>{cell(row, t, isShort)}</td>
            );
          })}
          <RecordActions>{look.actionsOf(row, t)}</RecordActions>
        </>
      )}
    </LongTable>
  );
}

function directionOf({ sort, direction, reverse }: ColumnOrder, chosen: string) {
  if (chosen === sort) return direction;
  if (chosen !== reverse) return null;
  return direction === 'ascending' ? 'descending' : 'ascending';
}

/** The place of the first column. */
const NAME = 'name';

function TwoLineRows<Row, Id extends string | number>(props: RecordsProps<Row, Id>) {
  const { definition, look, rows, selection, order, lineOf } = props;
  const { filter = null, isBeside = false } = props;
  const { t } = useText();
  return (
    <LongRows
      label={t(definition.texts.title)}
      rows={rows}
      keyOf={definition.idOf}
      lines={linesOf(look, isBeside)}
    >
      {(row, place) => (
        <RecordRow
          id={definition.idOf(row)}
          place={place}
          name={
            <Name definition={definition} row={row} selection={selection} isBeside={isBeside} />
          }
          {...look.lineOf(row, t, {
            isSelecting: selection?.active === true,
            filter,
            sort: order?.sort,
            isBeside,
          })}
          found={lineOf?.(row)}
        />
      )}
    </LongRows>
  );
}

function linesOf({ previewOf }: { previewOf?: unknown }, isBeside: boolean): 2 | 3 | 4 {
  if (!previewOf) return 2;
  return isBeside ? 3 : 4;
}

interface NameProps<Row, Id extends string | number>
  extends Pick<RecordsProps<Row, Id>, 'definition' | 'selection' | 'isBeside'> {
  row: Row;
}

/** The link to a record, or its box while records are being selected. */
function Name<Row, Id extends string | number>({
  definition,
  row,
  selection,
  isBeside = false,
}: NameProps<Row, Id>) {
  const { t } = useText();
  const id = definition.idOf(row);
  const name = definition.nameOf(t, row);
  if (selection?.active) {
    return (
      <RowChoice selection={selection} id={id}>
        {name}
      </RowChoice>
    );
  }
  return (
    <Link {...definition.linkTo(id)} className={recordLink} replace={isBeside}>
      {name}
    </Link>
  );
}

interface RowChoiceProps<Id> {
  selection: Selection<Id>;
  id: Id;
  /** The record's name. */
  children: ReactNode;
}

/** A checkbox in place of a record's link while records are selected; the whole row toggles it. */
function RowChoice<Id>({ selection, id, children }: RowChoiceProps<Id>) {
  return (
    <label className={`${styles.choice} ${recordLink}`}>
      <input
        type="checkbox"
        className={`${styles.box} ${boxClass}`}
        checked={selection.has(id)}
        aria-keyshortcuts="X"
        onChange={({ nativeEvent }) => {
          selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
        }}
      />
      <span className={styles.name}>{children}</span>
    </label>
  );
}
