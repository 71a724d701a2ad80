import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './keys-sheet.module.css';

/** Apple's keyboards have a key of their own for commands. */
const COMMAND = /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';

const KEYS = [
  ['palette', [COMMAND, 'K']],
  ['search', ['/']],
  ['next', ['J']],
  ['previous', ['K']],
  ['select', ['X']],
  ['status', ['S']],
  ['choose', ['1', '…', '6']],
  ['note', ['N']],
  ['done', ['D']],
  ['tomorrow', ['T']],
  ['edit', ['E']],
  ['save', [COMMAND, 'Enter']],
  ['undo', [COMMAND, 'Z']],
  ['leave', ['Esc']],
  ['keys', ['?']],
] as const;

/** Keys that work where an element offers them; digits choose in the window that S opens. */
const OFFERED: Readonly<Record<string, string>> = {
  search: offering('/'),
  next: `${offering('J')}, [data-row]`,
  previous: `${offering('K')}, [data-row]`,
  select: offering('X'),
  status: offering('S'),
  choose: `${offering('S')}:not([aria-pressed])`,
  note: offering('N'),
  done: offering('D'),
  tomorrow: offering('T'),
  edit: offering('E'),
};

function offering(key: string): string {
  return `[aria-keyshortcuts~="${key}"]`;
}

function isOffered(word: string): boolean {
  const offer = OFFERED[word];
  return !offer || document.querySelector(offer) !== null;
}

/** What each key does on the page behind. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  const [here] = useState(() => KEYS.filter(([word]) => isOffered(word)));
  return (
    <Sheet title={t('keys.title')} description={t('keys.hint')} onClose={onClose}>
      <dl className={styles.keys}>
        {here.map(([word, keys]) => (
          <div key={word} className={styles.line}>
            <dt>{t(`keys.${word}`)}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key} className={styles.key}>
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
