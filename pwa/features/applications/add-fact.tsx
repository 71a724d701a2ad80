import { type FormEvent, type KeyboardEvent, useMemo, useState } from 'react';
import * as v from 'valibot';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
} from '#contract/fields/application-fields.ts';
import type { Field } from '#contract/fields/field-table.ts';
import { ReachableDraft } from '#contract/values/reachable-draft.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { applicationEdited } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TypedInput } from '#pwa/ui/fields/typed-input.tsx';
import { useDraft } from '#pwa/ui/fields/use-draft.ts';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './add-fact.module.css';
import { choicesOf } from './field-choices.ts';
import { formTextsOf } from './form-texts.ts';
import { useMandateQuestion } from './mandate-question.ts';

interface AddFactProps {
  application: ApplicationRow;
  name: ApplicationFieldName;
}

/** Adds a value that is missing, where it is missing. Typed text survives a reload. */
export function AddFact({ application, name }: AddFactProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const [text, setText] = useDraft(userId, `add:${application.id}:${name}`);
  const [isOpen, setOpen] = useState(text !== '');
  if (!isOpen) {
    return (
      <button
        type="button"
        className={styles.add}
        aria-label={`${t('applicationDetail.add')}: ${t(`applicationDetail.${name}`)}`}
        onClick={() => setOpen(true)}
      >
        + {t('applicationDetail.add')}
      </button>
    );
  }
  return (
    <FactForm
      application={application}
      name={name}
      text={text}
      onType={setText}
      onEnd={() => {
        setText('');
        setOpen(false);
      }}
    />
  );
}

interface FactFormProps extends AddFactProps {
  text: string;
  onType: (text: string) => void;
  /** Called when the value is saved on this device, or not wanted. */
  onEnd: () => void;
}

function FactForm({ application, name, text, onType, onEnd }: FactFormProps) {
  const { t, language } = useText();
  const change = useChange();
  const mandateQuestion = useMandateQuestion();
  const [message, setMessage] = useState<string | null>(null);
  const field: Field = APPLICATION_FIELDS[name];
  const choices = useMemo(() => choicesOf(name, { t, language }), [name, t, language]);
  useReportDirty(text.trim() !== '');

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const parsed = v.safeParse(ReachableDraft, { ...formTextsOf(application), [name]: text });
    if (!parsed.success) {
      const issue = parsed.issues.find(({ path }) => path?.[0].key === name);
      return setMessage((issue ?? parsed.issues[0]).message);
    }
    const question = mandateQuestion(parsed.output, application);
    if (question !== null) return setMessage(question);
    if (text.trim() === '' || (await change(applicationEdited.make(parsed.output, application)))) {
      onEnd();
    }
  }

  function leave(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onEnd();
  }

  const props = {
    label: <span className="visually-hidden">{t(`applicationDetail.${name}`)}</span>,
    error: message !== null && draftMessage(t, message),
    // The button that was pressed is gone.
    autoFocus: true,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
    onKeyDown: leave,
  };

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <TypedInput field={field} choices={choices} {...props} />
      <Button type="submit">{t('applicationDetail.add')}</Button>
      <IconButton icon={closeIcon} label={t('common.cancel')} onClick={onEnd} />
    </form>
  );
}
