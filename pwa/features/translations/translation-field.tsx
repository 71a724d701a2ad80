import { memo } from 'react';
import type { Language } from '#contract/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { TextArea } from '#pwa/ui/text-area.tsx';
import type { Entry } from './entries.ts';
import { faultText } from './fault-text.ts';
import { faultOf } from './text-fault.ts';
import styles from './translation-field.module.css';

/** Longer texts get a box of several lines, in characters. */
const ONE_LINE = 50;

interface TranslationFieldProps {
  entry: Entry;
  language: Language;
  /** The unsaved typed text. */
  typed: string | undefined;
  onEdit: (entry: Entry, text: string) => void;
}

/**
 * Edits one text, with its English text, its shipped text and its faults. The saved text decides between
 * one line and several: typing never changes the box.
 */
export const TranslationField = memo(function TranslationField({
  entry,
  language,
  typed,
  onEdit,
}: TranslationFieldProps) {
  const { t } = useText();
  const { path, shipped, english } = entry;
  const text = typed ?? entry.text;
  const changed = text !== shipped;
  const fault = faultOf(entry, text);
  const control = {
    label: <span className="visually-hidden">{path}</span>,
    lang: language,
    dir: 'auto',
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onEdit(entry, target.value),
    error: fault ? faultText(t, fault) : undefined,
  };

  return (
    <div className={styles.text} data-text={path}>
      <div className={styles.words}>
        <p className={styles.name} aria-hidden="true">
          {path.split('.').at(-1)}
        </p>
        {language !== 'en' && (
          <p className={styles.english} lang="en">
            {english}
          </p>
        )}
        {text.trim() === '' && <Badge tone="red">{t('translations.missing')}</Badge>}
      </div>
      <div className={styles.control}>
        {entry.text.length > ONE_LINE ? <TextArea rows={3} {...control} /> : <Field {...control} />}
        {changed && (
          <div className={styles.original}>
            <p>{t('translations.original', { text: shipped })}</p>
            <Button variant="quiet" onClick={() => onEdit(entry, shipped)}>
              {t('translations.restore')}
              <span className="visually-hidden"> {path}</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
});
