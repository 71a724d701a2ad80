import {
  CONSENT_WAYS,
  consentNote,
  type GuardianConsent,
} from '#contract/fields/guardian-consent.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import styles from '#pwa/features/applications/status/status-form.module.css';
import { useText } from '#pwa/i18n/text-context.tsx';
import { today, useToday } from '#pwa/lib/time/clock.ts';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';

/** A consent as it is typed; without a name there is none. */
export function blankConsent(): GuardianConsent {
  return { on: today(), name: '', way: 'written' };
}

/** A note that begins with a consent, if one was typed. */
export function withConsent(consent: GuardianConsent, notes: string): string {
  const name = consent.name.trim().replace(/\s+/g, ' ');
  if (name === '') return notes;
  return [consentNote({ ...consent, name }), notes.trim()].filter(Boolean).join('\n');
}

interface ConsentFieldsProps {
  consent: GuardianConsent;
  onChange: (consent: GuardianConsent) => void;
  /** The title of the sheet says already what it is about. */
  isTitled?: boolean;
  /** Whether the form is about a consent alone. */
  isNeeded?: boolean;
}

/** Who consented for a minor, how, and when. */
export function ConsentFields({ consent, onChange, isTitled, isNeeded }: ConsentFieldsProps) {
  const { t } = useText();
  return (
    <fieldset className={styles.consent}>
      <legend className={isTitled ? 'visually-hidden' : undefined}>{t('minor.consent')}</legend>
      <p>{t('minor.ask')}</p>
      <Field
        label={t('minor.guardian')}
        required={isNeeded}
        autoComplete="off"
        maxLength={200}
        value={consent.name}
        onChange={(event) => onChange({ ...consent, name: event.target.value })}
      />
      <ChoiceField
        label={t('minor.way')}
        choices={CONSENT_WAYS.map((value) => ({ value, label: t(`minor.ways.${value}`) }))}
        value={consent.way}
        onChange={({ target: { value } }) => {
          if (isOneOf(CONSENT_WAYS, value)) onChange({ ...consent, way: value });
        }}
      />
      <Field
        label={t('minor.on')}
        type="date"
        max={useToday()}
        value={consent.on}
        onChange={(event) => onChange({ ...consent, on: event.target.value || consent.on })}
      />
    </fieldset>
  );
}
