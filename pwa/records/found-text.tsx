import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import type { FoundLine, Part } from '#pwa/lib/text/found-line.ts';
import { formatDay } from '#pwa/lib/time/dates.ts';

interface FoundTextProps {
  line: FoundLine;
  labelOf: (field: string) => TextKey;
}

/** The line of a record that a search has found, after the field or the day of the note that has it. */
export function FoundText({ line: { field, at, parts }, labelOf }: FoundTextProps) {
  const { t } = useText();
  return (
    <>
      {field === null ? formatDay(at ?? '') : t(labelOf(field))}
      {' · '}
      <Marked parts={parts} />
    </>
  );
}

/** A text whose found parts are marked. */
export function Marked({ parts }: { parts: readonly Part[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts have places, not names
  return parts.map(({ text, isMatch }, at) => (isMatch ? <mark key={at}>{text}</mark> : text));
}
