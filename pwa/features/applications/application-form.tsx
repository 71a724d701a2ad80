import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ReactNode, useMemo, useRef } from 'react';
import { type Control, type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import type { ApplicationDraft } from '#contract/applications.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
} from '#contract/fields/application-fields.ts';
import { type Field as FieldOf, isOptional, typedNamesOf } from '#contract/fields/field-table.ts';
import { ReachableDraft } from '#contract/values/reachable-draft.ts';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { fieldInput } from '#pwa/ui/fields/field-input.ts';
import { LeaveGuard } from '#pwa/ui/fields/leave-guard.tsx';
import { OfferingField } from '#pwa/ui/fields/offering-field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { useFormDraft } from '#pwa/ui/fields/use-form-draft.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { ThumbBar } from '#pwa/ui/screen/thumb-bar.tsx';
import { useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './application-form.module.css';
import { choicesOf } from './field-choices.ts';
import { type FormTexts, StoredTexts } from './form-texts.ts';
import { LinksField } from './links-field.tsx';

interface ApplicationFormProps {
  /** The texts in the fields before anybody types. */
  initial: FormTexts;
  /** The key under which unsaved text is stored on this device. */
  draftName: string;
  submitLabel: string;
  /** With a mouse at hand, and so with keys, the first field has the focus when the form opens. */
  startsTyping?: boolean;
  /** The way out without saving. */
  cancel: ReactNode;
  /** Saves the draft on this device. Resolves to the application's id; null if it is not saved. */
  save: (draft: ApplicationDraft) => Promise<string | null>;
  /** Called once the draft is saved on this device. */
  onSaved: (id: string) => void;
}

/** The fields of an application. Typed text survives a reload, and leaving asks first. */
export function ApplicationForm({
  initial,
  draftName,
  submitLabel,
  startsTyping = false,
  cancel,
  save,
  onSaved,
}: ApplicationFormProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const form = useForm<FormTexts, unknown, ApplicationDraft>({
    resolver: valibotResolver(ReachableDraft),
    defaultValues: initial,
  });
  const { register, formState, handleSubmit } = form;
  const saved = useRef(false);
  const fine = useMedia('(pointer: fine)');
  const formDraft = useFormDraft(form, { userId, name: draftName, schema: StoredTexts });
  useReportDirty(formState.isDirty);

  const submit = handleSubmit(async (draft) => {
    const id = await save(draft);
    if (id === null) return;
    saved.current = true;
    formDraft.forget();
    onSaved(id);
  });

  const errorOf = (name: ApplicationFieldName) => {
    const message = formState.errors[name]?.message;
    return message && draftMessage(t, message);
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={primitives.hint}>
        {t('common.requiredHint')} {t('applicationForm.reachHint')}
      </p>
      <div className={styles.fields}>
        {typedNamesOf(APPLICATION_FIELDS).map((name, at) =>
          name === 'links' ? (
            <div key={name} className={styles.wide}>
              <LinksField
                control={form.control}
                error={errorOf(name)}
                autoFocus={location.hash === `#${name}`}
              />
            </div>
          ) : (
            <ApplicationInput
              key={name}
              name={name}
              control={form.control}
              error={errorOf(name)}
              registered={register(name)}
              autoFocus={startsTyping && fine && at === 0}
            />
          ),
        )}
      </div>
      <ThumbBar>
        {cancel}
        <Button type="submit" busy={formState.isSubmitting} busyLabel={t('applicationForm.saving')}>
          {submitLabel}
        </Button>
      </ThumbBar>
      <LeaveGuard
        dirty={formState.isDirty}
        allowed={() => saved.current}
        onLeave={formDraft.forget}
      />
    </form>
  );
}

interface ApplicationInputProps {
  name: ApplicationFieldName;
  control: Control<FormTexts, unknown, ApplicationDraft>;
  error: string | undefined;
  registered: UseFormRegisterReturn;
  autoFocus: boolean;
}

function ApplicationInput({ name, control, error, registered, autoFocus }: ApplicationInputProps) {
  const { t, language } = useText();
  const field: FieldOf = APPLICATION_FIELDS[name];
  const value = useWatch({ control, name, disabled: field.type !== 'date' });
  const choices = useMemo(() => choicesOf(name, { t, language }), [name, t, language]);
  const props = {
    label: t(`applicationForm.${name}`),
    placeholder: hasPlaceholder(name) ? t(`applicationForm.${name}Placeholder`) : undefined,
    error,
    autoFocus,
    ...registered,
    // The style of an empty one asks for its value.
    ...(field.type === 'date' && { value: value ?? '' }),
  };
  if (!field.multiline) {
    return <OfferingField {...props} {...fieldInput(field)} choices={choices} autoComplete="off" />;
  }
  return (
    <div className={styles.wide}>
      <TextArea {...props} rows={6} required={!isOptional(field)} />
    </div>
  );
}

type WithoutPlaceholder = {
  [K in ApplicationFieldName]: (typeof APPLICATION_FIELDS)[K] extends { type: 'date' | 'number' }
    ? K
    : never;
}[ApplicationFieldName];

/** A date input shows its own format instead, a number its bounds; the label of a number has its unit. */
function hasPlaceholder(
  name: ApplicationFieldName,
): name is Exclude<ApplicationFieldName, WithoutPlaceholder> {
  const { type }: FieldOf = APPLICATION_FIELDS[name];
  return type !== 'date' && type !== 'number';
}
