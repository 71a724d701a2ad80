import { type RefObject, useEffect, useRef } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { closeIcon, searchIcon } from './icons.ts';
import styles from './search-box.module.css';

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Shown while it is empty; by default it names what is searched. */
  placeholder?: string;
  /** Focused when the page opens. */
  focused?: boolean;
}

/** A search field that reports every key press. The `/` key focuses it from anywhere on the page. */
export function SearchBox({
  label,
  value,
  onChange,
  placeholder,
  focused = false,
}: SearchBoxProps) {
  const { t } = useText();
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  return (
    <search className={styles.search}>
      <Icon shape={searchIcon} className={styles.lens} />
      <input
        ref={field}
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
        // biome-ignore lint/a11y/noAutofocus: people open the search page to type
        autoFocus={focused}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') onChange('');
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
          onClick={() => onChange('')}
        />
      )}
    </search>
  );
}

/** Focuses a field when `/` is pressed, unless a control or window has the focus. */
function useSlash(field: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [field]);
}

const TYPING =
  'input, select, textarea, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';
