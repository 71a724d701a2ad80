import { valibotResolver } from '@hookform/resolvers/valibot';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { type Contact, Wanted } from '#contract/contacts.ts';
import { type Field, namesOf } from '#contract/fields/field-table.ts';
import { WANTED_FIELDS } from '#contract/fields/wanted-fields.ts';
import { choicesOf } from '#pwa/features/applications/field-choices.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { positionsIn } from '#pwa/lib/text/positions.ts';
import { wantedSet } from '#pwa/local/changes/contacts.ts';
import { changedFields } from '#pwa/local/changes/edit.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TypedInput } from '#pwa/ui/fields/typed-input.tsx';
import { useFormDraft } from '#pwa/ui/fields/use-form-draft.ts';
import styles from './wanted.module.css';

type Texts = v.InferInput<typeof Wanted>;

const NAMES = namesOf(WANTED_FIELDS);
const StoredTexts = v.record(v.picklist(NAMES), v.string());

/** The name of the unsaved texts on this device. */
export function draftNameOf({ id }: Pick<Contact, 'id'>): string {
  return `wanted:${id}`;
}

interface WantedFormProps {
  contact: ContactRow;
  /** Called when it is saved on this device, or not wanted. */
  onEnd: () => void;
}

/** Typed text survives a reload. */
export function WantedForm({ contact, onEnd }: WantedFormProps) {
  const { t, language } = useText();
  const { userId } = useMirror();
  const change = useChange();
  // As it was when the form was opened: another person may write meanwhile.
  const [seen] = useState(contact);
  // What the message names, until somebody has filled in anything.
  const isFirst = NAMES.every((name) => !seen[name]);
  const named = isFirst ? [...positionsIn(seen.message)] : [];
  const form = useForm<Texts, unknown, Wanted>({
    resolver: valibotResolver(Wanted),
    defaultValues: {
      ...Object.fromEntries(NAMES.map((name) => [name, String(seen[name] ?? '')])),
      wantedPosition: seen.wantedPosition ?? named.map((one) => t(`positions.${one}`)).join(', '),
    },
  });
  const { register, formState, handleSubmit, control } = form;
  const until = useWatch({ control, name: 'wantedUntil' });
  const draft = useFormDraft(form, { userId, name: draftNameOf(seen), schema: StoredTexts });
  useReportDirty(formState.isDirty);

  const end = () => {
    draft.forget();
    onEnd();
  };
  const submit = handleSubmit(async (wanted) => {
    const isSame = Object.keys(changedFields({ body: wanted, seen })).length === 0;
    if (isSame || (await change(wantedSet.make(wanted, seen)))) end();
  });

  return (
    <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      {NAMES.map((name) => {
        const field: Field = WANTED_FIELDS[name];
        const message = formState.errors[name]?.message;
        return (
          <TypedInput
            key={name}
            field={field}
            label={t(`contactDetail.${name}`)}
            error={message && draftMessage(t, message)}
            choices={name === 'wantedPosition' ? choicesOf('position', { t, language }) : []}
            // The button that was pressed is gone.
            autoFocus={name === NAMES[0]}
            {...register(name)}
            // The style of an empty one asks for its value.
            {...(field.type === 'date' && { value: until ?? '' })}
          />
        );
      })}
      <div className={styles.buttons}>
        <Button type="submit">{t('applicationForm.save')}</Button>
        <Button variant="quiet" onClick={end}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
