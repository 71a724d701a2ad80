import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './quick-phrases.module.css';

const PHRASES = ['called', 'noAnswer', 'whatsapp', 'mail', 'met'] as const;
export type Phrase = (typeof PHRASES)[number];

/** Sentences that agents write often; a press adds one to the note. */
export function QuickPhrases({ onAdd }: { onAdd: (sentence: string) => void }) {
  const { t } = useText();
  return (
    <ul className={styles.phrases} aria-label={t('applicationDetail.phrases.label')}>
      {PHRASES.map((phrase) => (
        <li key={phrase}>
          <button
            type="button"
            className={styles.phrase}
            onClick={() => onAdd(t(`applicationDetail.phrases.${phrase}`))}
          >
            {t(`applicationDetail.phrases.${phrase}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
