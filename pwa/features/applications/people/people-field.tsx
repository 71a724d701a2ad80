import { type Control, useController } from 'react-hook-form';
import type { ApplicationDraft } from '#contract/applications.ts';
import {
  faultsOf,
  MOST_PEOPLE,
  type PlayerPerson,
  personIn,
} from '#contract/fields/player-people.ts';
import { LANGUAGE_CODES, RELATIONS } from '#contract/fields/vocabulary.ts';
import type { FormTexts } from '#pwa/features/applications/form-texts.ts';
import { ListField } from '#pwa/features/applications/list-field.tsx';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import styles from './people-field.module.css';

interface PeopleFieldProps {
  control: Control<FormTexts, unknown, ApplicationDraft>;
  /** The first error of all people; each part tells its own. */
  error: string | undefined;
  autoFocus: boolean;
}

/** The people of a player. The form's text has one a line. */
export function PeopleField({ control, error, autoFocus }: PeopleFieldProps) {
  const { t, language } = useText();
  const { field } = useController({ control, name: 'people' });
  const people = field.value ? field.value.split('\n').map(personIn) : [];
  const firstWrong = people.find(isWrong);

  return (
    <ListField
      title={t('applicationForm.people')}
      isTitled
      items={people}
      blank={BLANK}
      isBlank={isBlank}
      onChange={(changed) => field.onChange(changed.map(lineOf).join('\n'))}
      error={firstWrong ? undefined : error}
      autoFocus={autoFocus}
      most={MOST_PEOPLE}
      className={styles.person}
      labels={{
        item: (number) => t('applicationForm.person', { number }),
        remove: (number) => t('applicationForm.removePerson', { number }),
        add: t('applicationForm.addPerson'),
      }}
    >
      {(person, set, isNew) => {
        const faults = error && isWrong(person) ? faultsOf(person) : {};
        const first = person === firstWrong && Object.keys(faults)[0];
        const propsOf = (part: keyof PlayerPerson) => ({
          label: t(`applicationForm.personParts.${part}`),
          error: faults[part] && draftMessage(t, faults[part]),
          autoComplete: 'off',
          value: person[part],
          onChange: ({ target }: { target: { value: string } }) => set({ [part]: target.value }),
          ...(first === part && { ref: field.ref }),
        });
        return (
          <div className={styles.parts}>
            <Field
              {...propsOf('name')}
              placeholder={t('applicationForm.playerNamePlaceholder')}
              autoCapitalize="words"
              autoFocus={isNew}
            />
            <ChoiceField
              {...propsOf('relation')}
              placeholder={t('applicationDetail.notGiven')}
              choices={RELATIONS.map((value) => ({ value, label: t(`relations.${value}`) }))}
            />
            <Field
              {...propsOf('phone')}
              type="tel"
              placeholder={t('applicationForm.phonePlaceholder')}
            />
            <Field
              {...propsOf('email')}
              type="email"
              placeholder={t('applicationForm.emailPlaceholder')}
            />
            <ChoiceField
              {...propsOf('language')}
              placeholder={t('applicationDetail.notGiven')}
              choices={LANGUAGE_CODES.map((value) => ({
                value,
                label: languageName(value, language),
              }))}
            />
            <Field {...propsOf('note')} placeholder={t('applicationForm.personNotePlaceholder')} />
          </div>
        );
      }}
    </ListField>
  );
}

const BLANK = personIn('');

function isBlank(person: PlayerPerson): boolean {
  return Object.values(person).every((part) => part.trim() === '');
}

function isWrong(person: PlayerPerson): boolean {
  return !isBlank(person) && Object.keys(faultsOf(person)).length > 0;
}

/** A person as it is being typed: unlike in `textOfPeople`, blanks stay. */
function lineOf({ note, ...person }: PlayerPerson): string {
  const parts = Object.values(person).map((part) => part.replaceAll(';', ','));
  return [...parts, note].join(';');
}
