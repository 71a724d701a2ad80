import { useText } from '#pwa/i18n/text-context.tsx';
import type { Choice } from '#pwa/ui/fields/choice-field.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { sortIcon } from '#pwa/ui/icons/icons.ts';
import styles from './sort-choice.module.css';

interface SortChoiceProps {
  choices: readonly Choice[];
  value: string;
  onChange: (value: string) => void;
}

/** The order of a list, as a native select. */
export function SortChoice({ choices, value, onChange }: SortChoiceProps) {
  const { t } = useText();
  return (
    <label className={styles.sort}>
      <span>{t('list.sort')}</span>
      <Icon shape={sortIcon} className={styles.icon} />
      <select value={value} onChange={(event) => onChange(event.target.value)}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
