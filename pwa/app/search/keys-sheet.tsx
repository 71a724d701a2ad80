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
  ['edit', ['E']],
  ['save', [COMMAND, 'Enter']],
  ['undo', [COMMAND, 'Z']],
  ['leave', ['Esc']],
  ['keys', ['?']],
] as const;

/** What each key does. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useText();
  return (
    <Sheet title={t('keys.title')} description={t('keys.hint')} onClose={onClose}>
      <dl className={styles.keys}>
        {KEYS.map(([word, keys]) => (
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
