import { useId } from 'react';
import { ERASED_NAMES, type ErasedName } from '#contract/accounts/users.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './role-choice.module.css';

interface NameChoiceProps {
  value: ErasedName;
  onChange: (value: ErasedName) => void;
  disabled: boolean;
}

/** Whether the name of an erased person stays in the history. */
export function NameChoice({ value, onChange, disabled }: NameChoiceProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.legend}>{t('users.erasedName')}</legend>
      {ERASED_NAMES.map((each) => (
        <label key={each} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={each}
            checked={each === value}
            aria-describedby={`${name}-${each}`}
            onChange={() => onChange(each)}
          />
          <span className={primitives.strong}>{t(`users.erasedNames.${each}`)}</span>
          <span id={`${name}-${each}`} className={styles.hint} aria-hidden="true">
            {t(`users.erasedNames.${each}Hint`)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
