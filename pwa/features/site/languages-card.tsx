import { shownLanguages } from '#contract/fields/language.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import styles from './site-page.module.css';

interface LanguagesCardProps {
  hidden: readonly Language[];
  onChange: (hidden: Language[]) => void;
}

/** Which languages visitors see; the last one cannot be hidden. */
export function LanguagesCard({ hidden, onChange }: LanguagesCardProps) {
  const { t, language: here } = useText();
  const shown = shownLanguages(hidden);
  return (
    <Card title={t('site.languages.title')}>
      <div className={styles.languages}>
        {LANGUAGE_CODES.map((language) => (
          <CheckboxField
            key={language}
            name={`shows-${language}`}
            label={languageName(language, here)}
            checked={shown.includes(language)}
            disabled={shown.length === 1 && shown.includes(language)}
            onChange={({ target }) =>
              onChange(
                LANGUAGE_CODES.filter((one) =>
                  one === language ? !target.checked : hidden.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
    </Card>
  );
}
