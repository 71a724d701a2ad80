import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { searchIcon } from '#pwa/ui/icons/icons.ts';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { enterRows } from '#pwa/ui/shortcuts.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown while it is empty; by default it names the searched list. */
  placeholder?: string;
}

/**
 * A search field that reports every key press. The `/` key leads to it; Enter leads to the first row that it has found,
 * and opens the only one. A search that is cleared goes on in the field.
 */
export function SearchBox({ label, value, onChange, placeholder }: SearchBoxProps) {
  const { t } = useText();
  return (
    <search className={styles.search}>
      <Icon shape={searchIcon} className={styles.lens} />
      <input
        type="search"
        className={styles.field}
        aria-label={label}
        aria-keyshortcuts="/"
        placeholder={placeholder ?? t('search.placeholder')}
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
          if (event.key === 'Enter' && value !== '') enterRows();
        }}
      />
      {value === '' ? (
        <span className={styles.key} aria-hidden="true">
          /
        </span>
      ) : (
        <IconButton
          icon={closeIcon}
          label={t('search.clear')}
          className={styles.clear}
          onClick={({ currentTarget }) => {
            currentTarget.parentElement?.querySelector('input')?.focus();
            onChange('');
          }}
        />
      )}
    </search>
  );
}
