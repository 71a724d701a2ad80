import type { ReactNode } from 'react';
import { isOneOf, LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import type { Quote } from '#contract/site.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { plusIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import { MoveUpButton } from './move-up-button.tsx';
import { replaced } from './replaced.ts';
import styles from './site-page.module.css';

interface QuotesCardProps {
  quotes: readonly Quote[];
  hidesQuotes: boolean;
  /** The message of a wrong field, by its name, e.g. `quotes.0.text`. */
  errorOf: (name: string) => ReactNode;
  onChange: (change: { quotes?: Quote[]; hidesQuotes?: boolean }) => void;
}

/** What others say: each with its language, its speaker and a link, in the order of the page. */
export function QuotesCard({ quotes, hidesQuotes, errorOf, onChange }: QuotesCardProps) {
  const { t, language: here } = useText();
  const choices = LANGUAGE_CODES.map((value) => ({ value, label: languageName(value, here) }));

  function edit(at: number, change: Partial<Quote>): void {
    onChange({ quotes: replaced(quotes, at, change) });
  }

  return (
    <Card title={t('site.quotes.title')}>
      <p>{t('site.quotes.text')}</p>
      <CheckboxField
        name="hidesQuotes"
        label={t('site.quotes.hideAll')}
        checked={hidesQuotes}
        onChange={({ target }) => onChange({ hidesQuotes: target.checked })}
      />
      {quotes.map((quote, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a quote has no other name, and its fields are controlled
        <fieldset key={at} className={styles.quote}>
          <legend className={styles.legend}>{t('site.quotes.one', { number: at + 1 })}</legend>
          <TextArea
            name={`quotes.${at}.text`}
            label={t('site.quotes.words')}
            rows={3}
            error={errorOf(`quotes.${at}.text`)}
            value={quote.text}
            onChange={({ target }) => edit(at, { text: target.value })}
          />
          <div className={styles.fields}>
            <Field
              name={`quotes.${at}.who`}
              label={t('site.quotes.who')}
              error={errorOf(`quotes.${at}.who`)}
              autoComplete="off"
              value={quote.who}
              onChange={({ target }) => edit(at, { who: target.value })}
            />
            <Field
              name={`quotes.${at}.link`}
              type="url"
              label={t('site.quotes.link')}
              error={errorOf(`quotes.${at}.link`)}
              autoComplete="off"
              value={quote.link}
              onChange={({ target }) => edit(at, { link: target.value })}
            />
            <ChoiceField
              name={`quotes.${at}.language`}
              label={t('site.quotes.language')}
              choices={choices}
              value={quote.language}
              onChange={({ target: { value } }) => {
                if (isOneOf(LANGUAGE_CODES, value)) edit(at, { language: value });
              }}
            />
            <CheckboxField
              name={`quotes.${at}.hidden`}
              label={t('site.quotes.hide')}
              checked={quote.hidden}
              onChange={({ target }) => edit(at, { hidden: target.checked })}
            />
          </div>
          <div className={styles.actions}>
            <MoveUpButton
              entries={quotes}
              at={at}
              onChange={(next) => onChange({ quotes: next })}
            />
            <Button
              variant="quiet"
              icon={trashIcon}
              onClick={() => onChange({ quotes: quotes.filter((_, n) => n !== at) })}
            >
              {t('site.quotes.remove')}
            </Button>
          </div>
        </fieldset>
      ))}
      <Button
        variant="secondary"
        icon={plusIcon}
        className={styles.add}
        id="quotes"
        autoFocus={location.hash === '#quotes'}
        disabled={quotes.length >= 30}
        onClick={() => onChange({ quotes: [...quotes, emptyQuote(here)] })}
      >
        {t('site.quotes.add')}
      </Button>
    </Card>
  );
}

function emptyQuote(language: Language): Quote {
  return { language, text: '', who: '', link: '', hidden: false };
}
