import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
  type FieldEdit,
} from '#contract/fields/application-fields.ts';
import { type Field, namesOf } from '#contract/fields/field-table.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { applicationEdited } from '#pwa/local/changes/applications.ts';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import styles from './entry-edits.module.css';

/** From this length on, in characters, a value is not shown in the line of its field. */
const LONG = 80;

/** What an edit has changed: each field with its value before and after. */
export function EntryEdits({ edits }: { edits: readonly FieldEdit[] }) {
  const { t } = useText();
  return (
    <dl className={styles.edits}>
      {edits.map((edit) => (
        <div key={edit.field}>
          <dt>{labelOf(t, edit.field)}</dt>
          <dd>
            <Values {...edit} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ field, before, after }: FieldEdit) {
  const { t } = useText();
  const { type, multiline } = fieldOf(field) ?? {};
  const [was, is] = [textOf(t, field, before), textOf(t, field, after)];
  if (type === 'links' || type === 'people') return <Lines before={was} after={is} />;
  if (multiline || was.length > LONG || is.length > LONG)
    return <LongText before={was} after={is} />;
  return (
    <>
      {was ? <del>{was}</del> : '–'} → {is ? <ins>{is}</ins> : '–'}
    </>
  );
}

function textOf(t: TextAccess['t'], field: string, value: FieldEdit['before']): string {
  const text = String(value ?? '');
  return text && isKnown(field) ? (applicationEdited.showValue?.(text, t, field) ?? text) : text;
}

/** The lines that are gone, and those that are new. */
function Lines({ before, after }: Sides) {
  const [was, is] = [before, after].map((text) => text.split('\n').filter(Boolean)) as [
    string[],
    string[],
  ];
  const gone = was.filter((line) => !is.includes(line));
  const fresh = is.filter((line) => !was.includes(line));
  // Only their order is another one.
  if (gone.length + fresh.length === 0) return <LongText before={before} after={after} />;
  return (
    <ul>
      {gone.map((line) => (
        <li key={`- ${line}`}>
          − <del>{line}</del>
        </li>
      ))}
      {fresh.map((line) => (
        <li key={`+ ${line}`}>
          + <ins>{line}</ins>
        </li>
      ))}
    </ul>
  );
}

/** The record has the new text; the former one opens. */
function LongText({ before, after }: Sides) {
  const { t } = useText();
  if (before === '') return t('applicationDetail.edits.added');
  return (
    <>
      {t(`applicationDetail.edits.${after === '' ? 'removed' : 'changed'}`)}
      <details>
        <summary>{t('applicationDetail.edits.former')}</summary>
        <p className={styles.former}>
          <TypedText>{before}</TypedText>
        </p>
      </details>
    </>
  );
}

interface Sides {
  before: string;
  after: string;
}

/** Undefined for a field that only a newer server knows. */
function fieldOf(name: string): Field | undefined {
  return isKnown(name) ? APPLICATION_FIELDS[name] : undefined;
}

function labelOf(t: TextAccess['t'], name: string): string {
  // The record was lost with a server, and these devices had it.
  if (name === 'givenBack') return t('copies.givenBack');
  return isKnown(name) ? t(`applicationDetail.${name}`) : name;
}

function isKnown(name: string): name is ApplicationFieldName {
  return isOneOf(namesOf(APPLICATION_FIELDS), name);
}
