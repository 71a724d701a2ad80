import { useState } from 'react';
import { COUNTRY_CODES, type CountryCode } from '#contract/values/countries.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Chip } from '#pwa/ui/fields/chip.tsx';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import styles from './site-page.module.css';

interface CountriesFieldProps {
  chosen: readonly CountryCode[];
  onChange: (chosen: CountryCode[]) => void;
}

/** Chooses the countries that the map of the page marks. */
export function CountriesField({ chosen, onChange }: CountriesFieldProps) {
  const { t, language } = useText();
  const [query, setQuery] = useState('');
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const nameOf = (code: CountryCode) => names.of(code) ?? code;
  const shown = COUNTRY_CODES.filter((code) => foldText(nameOf(code)).includes(foldText(query)));
  shown.sort((one, other) => nameOf(one).localeCompare(nameOf(other), language));
  return (
    <fieldset className={styles.countries}>
      <legend>{t('site.map.title', { number: chosen.length })}</legend>
      <p>{t('site.map.text')}</p>
      <SearchBox
        label={t('site.map.find')}
        placeholder={t('site.map.find')}
        value={query}
        onChange={setQuery}
      />
      <div className={styles.choices}>
        {shown.map((code) => (
          <Chip
            key={code}
            aria-pressed={chosen.includes(code)}
            onClick={() =>
              onChange(
                chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code],
              )
            }
          >
            {nameOf(code)}
          </Chip>
        ))}
      </div>
    </fieldset>
  );
}
