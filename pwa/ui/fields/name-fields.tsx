import type { UseFormRegister } from 'react-hook-form';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Field } from './field.tsx';
import pairs from './field-pair.module.css';

type NameField = 'firstName' | 'lastName';

interface NameFieldsProps {
  register: UseFormRegister<Record<NameField, string>>;
  errorOf: (name: NameField) => string | undefined;
}

/** First and last name of an account, side by side where there is room. */
export function NameFields({ register, errorOf }: NameFieldsProps) {
  const { t } = useText();
  return (
    <div className={pairs.pair}>
      <Field
        label={t('auth.form.firstName')}
        autoComplete="given-name"
        required
        error={errorOf('firstName')}
        {...register('firstName')}
      />
      <Field
        label={t('auth.form.lastName')}
        autoComplete="family-name"
        required
        error={errorOf('lastName')}
        {...register('lastName')}
      />
    </div>
  );
}
