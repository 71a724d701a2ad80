import { useText } from '#pwa/i18n/text-context.tsx';
import type { FieldOf } from './account-form.tsx';
import { Field } from './field.tsx';
import pairs from './field-pair.module.css';

/** First and last name of an account, side by side where there is room. */
export function NameFields({ field }: { field: FieldOf<'firstName' | 'lastName'> }) {
  const { t } = useText();
  return (
    <div className={pairs.pair}>
      <Field label={t('auth.form.firstName')} autoComplete="given-name" {...field('firstName')} />
      <Field label={t('auth.form.lastName')} autoComplete="family-name" {...field('lastName')} />
    </div>
  );
}
