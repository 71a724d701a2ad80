import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { hasCountryCode } from '#contract/values/phone.ts';
import { digitsOf } from '#pwa/lib/site-settings.ts';

/** The country whose numbers people type without its code who write in a language. */
const COUNTRIES: Partial<Record<string, CountryCode>> = {
  en: 'GB',
  de: 'DE',
  es: 'ES',
  fr: 'FR',
  it: 'IT',
};

/**
 * A number as it can be dialled from every country, such as `+4917612345678`; null if its country is not known. A
 * number without a country's code is of the country of the person's language, or else of the agency's: only if
 * people there write it so.
 *
 * @param number as `numbersIn` gives it
 * @param language in which the person wrote; null if it is not known
 * @param own the agency's number
 */
export function dialNumber(number: string, language: string | null, own: string): string | null {
  if (hasCountryCode(number)) return parsePhoneNumberFromString(number)?.number ?? null;
  const countries = [language && COUNTRIES[language], parsePhoneNumberFromString(own)?.country];
  for (const country of countries) {
    const found = country ? parsePhoneNumberFromString(number, country) : undefined;
    if (found?.isValid() && digitsOf(found.formatNational()) === number) return found.number;
  }
  return null;
}
