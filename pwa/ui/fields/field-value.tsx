import type { ReactNode } from 'react';
import type { Field } from '#contract/fields/field-table.ts';
import { isSafeAddress, linksOf, type PlayerLink } from '#contract/paths/links.ts';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { mailLink, phoneLink } from '#pwa/lib/text/contact-links.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { ageOf, formatDate } from '#pwa/lib/time/dates.ts';
import { useDialNumber } from '#pwa/ui/reach/use-dial-number.ts';
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
  { type }: Pick<Field, 'type'>,
  given: string | number | null,
  email: string,
  language: string | null = null,
): ReactNode {
  if (given === null || given === '') return null;
  const value = String(given);
  switch (type) {
    case 'name':
      return personName(t, { name: value, email });
    case 'email':
      return addressOf({ email: value }) && <a href={mailLink(value)}>{value}</a>;
    case 'tel':
      return <PhoneNumber phone={value} language={language} />;
    case 'date':
      return <Birthday day={value} />;
    case 'links':
      return <LinkList links={linksOf(value)} />;
    default:
      return value;
  }
}

/** A day of birth with the age. */
function Birthday({ day }: { day: string }) {
  const { t } = useText();
  const age = ageOf(day, useToday());
  return (
    <>
      {formatDate(day)}{' '}
      <span className={styles.age}>({t('applicationDetail.age', { count: age })})</span>
    </>
  );
}

/** A number as it was typed, which is dialled with the code of its country. */
function PhoneNumber({ phone, language }: { phone: string; language: string | null }) {
  return <a href={phoneLink(useDialNumber(phone, language))}>{phone}</a>;
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
