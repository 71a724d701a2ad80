import type { ReactNode } from 'react';
import type { Field } from '#contract/fields/field-table.ts';
import { isSafeAddress, linksOf, type PlayerLink } from '#contract/paths/links.ts';
import { hasCountryCode } from '#contract/values/phone.ts';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { mailLink, phoneLink, whatsappLink } from '#pwa/lib/text/contact-links.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { ageOf, formatDate } from '#pwa/lib/time/dates.ts';
import { useDialNumbers } from '#pwa/ui/reach/use-dial-numbers.ts';
import styles from './field-value.module.css';

/**
 * A value of a record about a person as a detail shows it: an address to write to, a number to call,
 * a birthday with the age. Null if there is none.
 *
 * @param email the person's, which tells whether the record was anonymised
 * @param language in which the person wrote; null if it is not known
 */
export function fieldValue(
  t: TextAccess['t'],
  { type, isBirth }: Pick<Field, 'type' | 'isBirth'>,
  given: string | number | null,
  email: string,
  language: string | null = null,
): ReactNode {
  // A row of before has no value of a new column yet.
  const value = String(given ?? '');
  if (value === '') return null;
  switch (type) {
    case 'name':
      return personName(t, { name: value, email });
    case 'email':
      return addressOf({ email: value }) && <a href={mailLink(value)}>{value}</a>;
    case 'tel':
      return <PhoneNumbers phone={value} language={language} />;
    case 'date':
      return isBirth ? <Birthday day={value} /> : formatDate(value);
    case 'choice':
      return wordText(t, 'choices', value);
    case 'links':
      return <LinkList links={linksOf(value)} />;
    default:
      return value;
  }
}

/** A day of birth with the age, unless it is still to come. */
function Birthday({ day }: { day: string }) {
  const { t } = useText();
  const age = ageOf(day, useToday());
  if (age < 0) return formatDate(day);
  return (
    <>
      {formatDate(day)}{' '}
      <span className={styles.age}>({t('applicationDetail.age', { count: age })})</span>
    </>
  );
}

/** A text as it was typed. Each number in it is dialled with its country's code; of several, each has its chat. */
function PhoneNumbers({ phone, language }: { phone: string; language: string | null }) {
  const numbers = useDialNumbers(phone, language);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { typed, index, number } of numbers) {
    parts.push(
      phone.slice(end, index),
      <a key={index} href={phoneLink(number)}>
        {typed}
      </a>,
    );
    if (numbers.length > 1 && hasCountryCode(number)) {
      parts.push(
        ' ',
        <a
          key={`${index} chat`}
          href={whatsappLink(number)}
          aria-label={`WhatsApp ${typed}`}
          target="_blank"
          rel="noreferrer"
        >
          WhatsApp
        </a>,
      );
    }
    end = index + typed.length;
  }
  return <span className={styles.typed}>{[...parts, phone.slice(end)]}</span>;
}

/** Each link under its title, or its address without https://. An address that is not safe is text. */
function LinkList({ links }: { links: readonly PlayerLink[] }) {
  return (
    <ul className={styles.links}>
      {links.map(({ title, url }) => (
        <li key={`${title} ${url}`}>
          {isSafeAddress(url) ? (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title || url.replace(/^https:\/\/(www\.)?|\/$/gi, '')}
            </a>
          ) : (
            `${title} ${url}`
          )}
        </li>
      ))}
    </ul>
  );
}
