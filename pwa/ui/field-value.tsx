import type { ReactNode } from 'react';
import type { Field } from '#contract/field-table.ts';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import { mailLink, phoneLink } from '#pwa/lib/contact-links.ts';
import { ageOf, formatDate } from '#pwa/lib/dates.ts';
import styles from './field-value.module.css';

/**
 * A value of a record about a person as a detail shows it: an address to write to, a number to call,
 * a birthday with the age. Null if there is none.
 *
 * @param email the person's, which tells whether the record was anonymised
 */
export function fieldValue(
  t: TextAccess['t'],
  { type }: Pick<Field, 'type'>,
  value: string | null,
  email: string,
): ReactNode {
  if (!value) return null;
  switch (type) {
    case 'name':
      return personName(t, { name: value, email });
    case 'email':
      return addressOf({ email: value }) && <a href={mailLink(value)}>{value}</a>;
    case 'tel':
      return <a href={phoneLink(value)}>{value}</a>;
    case 'date':
      return (
        <>
          {formatDate(value)}{' '}
          <span className={styles.age}>
            ({t('applicationDetail.age', { count: ageOf(value, new Date()) })})
          </span>
        </>
      );
    default:
      return value;
  }
}
