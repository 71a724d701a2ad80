import { valibotResolver } from '@hookform/resolvers/valibot';
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { type Control, type UseFormRegisterReturn, useForm, useWatch } from 'react-hook-form';
import type { ApplicationDraft } from '#contract/applications.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
} from '#contract/fields/application-fields.ts';
import { type Field as FieldOf, isOptional, namesIn } from '#contract/fields/field-table.ts';
import { ReachableDraft } from '#contract/values/reachable-draft.ts';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { LeaveGuard } from '#pwa/ui/fields/leave-guard.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TypedInput } from '#pwa/ui/fields/typed-input.tsx';
import { useFormDraft } from '#pwa/ui/fields/use-form-draft.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { moreIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { ThumbBar } from '#pwa/ui/screen/thumb-bar.tsx';
import { useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './application-form.module.css';
import { CONTRACT } from './contract-card.ts';
import { choicesOf } from './field-choices.ts';
import { type FormTexts, StoredTexts } from './form-texts.ts';
import { LinksField } from './links-field.tsx';
import { useMandateQuestion } from './mandate-question.ts';
import { PeopleField } from './people/people-field.tsx';

interface ApplicationFormProps {
  /** The texts in the fields before anybody types. */
  initial: FormTexts;
  /** The key under which unsaved text is stored on this device. */
  draftName: string;
  submitLabel: string;
  /** With a mouse at hand, and so with keys, the first field has the focus when the form opens. */
  startsTyping?: boolean;
  /** The fields of contract and mandate are unfolded. */
  isContractExpected?: boolean;
  /** What is known already of the player who is typed. */
  known?: (typed: TypedPlayer) => ReactNode;
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
  isContractExpected = false,
  known,
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
  const mandateQuestion = useMandateQuestion();
  const fine = useMedia('(pointer: fine)');
  const formDraft = useFormDraft(form, { userId, name: draftName, schema: StoredTexts });
  useReportDirty(formState.isDirty);

  const submit = handleSubmit(async (draft) => {
    const question = mandateQuestion(draft, initial);
    if (question !== null) {
      return form.setError('mandateUntil', { message: question }, { shouldFocus: true });
    }
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

  const inputsOf = (card: 'contact' | 'people' | 'football' | 'contract' | 'own') => {
    const names = namesIn<typeof APPLICATION_FIELDS, typeof card>(APPLICATION_FIELDS, card);
    const halves = names.filter((name) => !(APPLICATION_FIELDS[name] as FieldOf).multiline);
    return (
      <div className={styles.fields} data-odd={halves.length % 2 === 1 || undefined}>
        {names.map((name) => {
          const List = name in LISTS && LISTS[name as keyof typeof LISTS];
          return List ? (
            <div key={name} className={styles.wide}>
              <List
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
              autoFocus={
                (startsTyping && fine && name === 'playerName') || location.hash === `#${name}`
              }
            />
          );
        })}
      </div>
    );
  };

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <p className={primitives.hint}>
        {t('common.requiredHint')} {t('applicationForm.reachHint')}
      </p>
      <Group title={t('applicationDetail.contactInfo')}>{inputsOf('contact')}</Group>
      {known && <KnownPlayer control={form.control} known={known} />}
      <Group title={t('applicationForm.people')}>
        <p className={classNames(primitives.hint, styles.groupHint)}>
          {t('applicationForm.peopleHint')}
        </p>
        {inputsOf('people')}
      </Group>
      <Group title={t('applicationDetail.footballInfo')}>{inputsOf('football')}</Group>
      <ContractGroup
        control={form.control}
        isExpected={isContractExpected}
        isWrong={CONTRACT.some((name) => formState.errors[name])}
      >
        {inputsOf('contract')}
      </ContractGroup>
      <Group title={t('applicationForm.notes')}>{inputsOf('own')}</Group>
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

/** Fields of several items. */
const LISTS = { links: LinksField, people: PeopleField };

const TOLD_APART = [
  'playerName',
  'email',
  'phone',
  'currentClub',
  'position',
  'dateOfBirth',
] as const;
type TypedPlayer = Pick<FormTexts, (typeof TOLD_APART)[number]>;

interface KnownPlayerProps extends Required<Pick<ApplicationFormProps, 'known'>> {
  control: Control<FormTexts, unknown, ApplicationDraft>;
}

/** It follows the typed texts, which come first. */
function KnownPlayer({ control, known }: KnownPlayerProps) {
  const [playerName, email, phone, currentClub, position, dateOfBirth] = useDeferredValue(
    useWatch({ control, name: TOLD_APART }),
  );
  return known({ playerName, email, phone, currentClub, position, dateOfBirth });
}

/** Fields under a heading. */
function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}

interface ContractGroupProps {
  control: Control<FormTexts, unknown, ApplicationDraft>;
  /** The player has a contract, or is about to. */
  isExpected: boolean;
  /** One of its fields has an error. */
  isWrong: boolean;
  children: ReactNode;
}

/** The fields of contract and mandate: folded while none is filled, never around an error. */
function ContractGroup({ control, isExpected, isWrong, children }: ContractGroupProps) {
  const { t } = useText();
  const isFilled = useWatch({ control, name: CONTRACT }).some(Boolean);
  const [isUnfolded, setUnfolded] = useState(isExpected || isFilled);
  const isOpen = isUnfolded || isWrong;
  return (
    <details
      className={styles.group}
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => setUnfolded(open)}
    >
      <summary className={classNames(styles.heading, styles.summary)}>
        {t('applicationDetail.contractInfo')}
        <Icon shape={moreIcon} />
      </summary>
      {children}
    </details>
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
  if (!field.multiline) return <TypedInput field={field} choices={choices} {...props} />;
  return (
    <div className={styles.wide}>
      <TextArea {...props} rows={6} required={!isOptional(field)} />
    </div>
  );
}

type WithoutPlaceholder = {
  [K in ApplicationFieldName]: (typeof APPLICATION_FIELDS)[K] extends {
    type: 'choice' | 'date' | 'number' | 'people';
  }
    ? K
    : never;
}[ApplicationFieldName];

/** A date input shows its own format instead, a choice its words, a number its bounds and, in its label, its unit. */
function hasPlaceholder(
  name: ApplicationFieldName,
): name is Exclude<ApplicationFieldName, WithoutPlaceholder> {
  const { type }: FieldOf = APPLICATION_FIELDS[name];
  return type !== 'choice' && type !== 'date' && type !== 'number' && type !== 'people';
}
