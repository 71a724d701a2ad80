import { Link } from '@tanstack/react-router';
import { useText } from '#pwa/i18n/text-context.tsx';
import { LongRows, LongTable } from './long-list.tsx';
import type { RecordDefinition, RecordLook } from './record-definition.ts';
import { RecordActions, RecordName, RecordRow, recordLink } from './record-list.tsx';
import { RowChoice } from './row-choice.tsx';
import { useMedia, WIDE } from './use-media.ts';
import type { Selection } from './use-selection.ts';

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
  /** If records of the list can be selected. */
  selection?: Selection<Id> | undefined;
}

/** Records of one kind: a table on wide screens, rows of two lines on phones. */
export function Records<Row, Id extends string | number>(props: RecordsProps<Row, Id>) {
  const wide = useMedia(WIDE);
  return wide ? <WideTable {...props} /> : <PhoneRows {...props} />;
}

function WideTable<Row, Id extends string | number>(props: RecordsProps<Row, Id>) {
  const { definition, look, rows, selection } = props;
  const { t } = useText();
  const columns = [
    { label: t(look.name) },
    ...look.columns.map(({ label, holds }) => ({ label: t(label), ...(holds && { holds }) })),
    { label: t(look.actions) },
  ];
  return (
    <LongTable
      caption={t(definition.texts.title)}
      columns={columns}
      rows={rows}
      keyOf={definition.idOf}
    >
      {(row) => (
        <>
          <RecordName
            name={<Name definition={definition} row={row} selection={selection} />}
            detail={look.detailOf(row)}
          />
          {look.columns.map(({ label, cell }) => (
            <td key={label}>{cell(row, t)}</td>
          ))}
          <RecordActions>{look.actionsOf(row, t)}</RecordActions>
        </>
      )}
    </LongTable>
  );
}

function PhoneRows<Row, Id extends string | number>(props: RecordsProps<Row, Id>) {
  const { definition, look, rows, selection, filter = null } = props;
  const { t } = useText();
  return (
    <LongRows label={t(definition.texts.title)} rows={rows} keyOf={definition.idOf}>
      {(row, place) => (
        <RecordRow
          id={definition.idOf(row)}
          place={place}
          name={<Name definition={definition} row={row} selection={selection} />}
          {...look.lineOf(row, t, { isSelecting: selection?.active === true, filter })}
        />
      )}
    </LongRows>
  );
}

interface NameProps<Row, Id extends string | number>
  extends Pick<RecordsProps<Row, Id>, 'definition' | 'selection'> {
  row: Row;
}

/** The link to a record, or its box while records are being selected. */
function Name<Row, Id extends string | number>({ definition, row, selection }: NameProps<Row, Id>) {
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
    <Link {...definition.linkTo(id)} className={recordLink}>
      {name}
    </Link>
  );
}
