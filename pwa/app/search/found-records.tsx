import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { ContactBadge } from '#pwa/features/contacts/contact-badge.tsx';
import { contactDefinition } from '#pwa/features/contacts/contact-definition.ts';
import { addressOf, playerFacts } from '#pwa/i18n/person-name.ts';
import { type Translate, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import styles from './palette.module.css';
import type { Result, useSearchResults } from './search-results.ts';

interface FoundRecordsProps
  extends Pick<ReturnType<typeof useSearchResults>, 'lineOf' | 'marked' | 'hasAllOf'> {
  title: string;
  rows: readonly Result[];
  /** Closes the window, then acts. */
  run: (act: () => void) => void;
}

/** Records as results: name, what tells two of one name apart, state, and the line that was found. */
export function FoundRecords({ title, rows, run, lineOf, marked, hasAllOf }: FoundRecordsProps) {
  const { t } = useText();
  const today = useToday();
  const navigate = useNavigate();
  if (rows.length === 0) return null;
  return (
    <Command.Group heading={title} className={styles.group}>
      {rows.map((row) => {
        const isApplication = 'status' in row;
        const link = isApplication
          ? applicationDefinition.linkTo(row.id)
          : contactDefinition.linkTo(row.id);
        const name = isApplication
          ? applicationDefinition.nameOf(t, row)
          : contactDefinition.nameOf(t, row);
        const facts = factsOf(t, row, today);
        const line = !hasAllOf(`${name} ${facts}`) && lineOf(row);
        return (
          <Command.Item
            key={row.id}
            value={idOf(row)}
            className={styles.item}
            onSelect={() => run(() => void navigate(link))}
          >
            <span className={styles.found}>
              <span className={styles.name}>{marked(name)}</span>
              <span className={styles.facts}>{marked(facts)}</span>
              {line && <span className={styles.line}>{line}</span>}
            </span>
            {isApplication ? (
              <StatusBadge status={row.status} words="short" />
            ) : (
              <ContactBadge contact={row} />
            )}
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}

/** The value of a record's item. */
export function idOf(row: Result): string {
  return `${'status' in row ? 'application' : 'contact'} ${row.id}`;
}

/** Age, club and position; without them the e-mail address. */
function factsOf(t: Translate, row: Result, today: string): string {
  const isApplication = 'status' in row;
  const facts = isApplication
    ? playerFacts(t, row, today)
    : [wordText(t, 'inquiryTypeShort', row.inquiryType), row.currentClub, row.position].filter(
        Boolean,
      );
  return (facts.length > (isApplication ? 0 : 1) ? facts : [...facts, addressOf(row)]).join(' · ');
}
