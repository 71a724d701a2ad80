import type { ReactNode } from 'react';
import type { Wanted } from '#contract/values/search-rules.ts';
import { ALL_RULES } from '#contract/values/search-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { type FoundLine, foundLine, type Part, partsOf } from '#pwa/lib/text/found-line.ts';
import type { Note } from '#pwa/lib/text/haystack.ts';
import { rowsWhere } from '#pwa/lib/text/rows-where.ts';
import { formatDay } from '#pwa/lib/time/dates.ts';
import type { RecordDefinition } from './record-definition.ts';

/** All rules of a search and of the filter by fields, and how a search shows what it has found. */
export const FOUND_RULES = {
  ...ALL_RULES,
  rowsWhere,
  /** The line of a record that has most of what a query wants; null if its name has all of it. */
  lineOf<Row>(
    row: Row,
    { searched, labels }: Pick<RecordDefinition<Row, never, never, never>, 'searched' | 'labels'>,
    notes: readonly Note[],
    wanted: Wanted,
  ): ReactNode {
    const line = foundLine(row, searched, notes, wanted);
    return line && <FoundText line={line} labels={labels} />;
  },
  /** A text with what the query wants marked. */
  marked: (text: string, wanted: Wanted): ReactNode => <Marked parts={partsOf(text, wanted)} />,
};

/** A line after the field or the day of the note that has it. */
function FoundText({ line: { field, at, parts }, labels }: { line: FoundLine; labels: string }) {
  const { t } = useText();
  return (
    <span data-found>
      <span data-label>
        {at === null ? t(labelOf(field, labels)) : formatDay(at)}
        {' · '}
      </span>
      <Marked parts={parts} />
    </span>
  );
}

/** Every field that is searched has a label among its texts. */
function labelOf(field: string | null, labels: string): TextKey {
  if (field === 'reference') return 'search.reference';
  return (field === 'message' ? `${labels}.sections.message` : `${labels}.${field}`) as TextKey;
}

function Marked({ parts }: { parts: readonly Part[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have places, not names
  return parts.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));
}
