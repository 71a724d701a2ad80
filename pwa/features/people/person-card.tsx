import { useState } from 'react';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { newId } from '#contract/fields/ids.ts';
import {
  type Erasure,
  erasePerson,
  exportPerson,
  type Person,
  type Whose,
} from '#contract/people.ts';
import { call } from '#pwa/api/call.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { csvFile } from '#pwa/lib/text/csv.ts';
import { download } from '#pwa/lib/text/download.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Fold } from '#pwa/ui/card.tsx';
import { trashIcon } from '#pwa/ui/icons/icons.ts';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import styles from './person-card.module.css';

interface PersonCardProps {
  /** The name, which stands for the address of an application that has none. */
  name: string;
  email: string;
  /** The application, if the record is one. */
  applicationId?: string;
  /** The outbox lanes of the records on this page: a person with unsent changes is not erased. */
  entities: readonly string[];
  /** Called after the server has erased the person. */
  onErased: (how: Erasure) => void;
}

/**
 * Exports and erases a person's data, for admins. It concerns every record with this address on every
 * device, or an application that has none, so it needs the server.
 */
export function PersonCard(person: PersonCardProps) {
  const { name, email } = person;
  const { t } = useText();
  const { user } = useAuth();
  const [asking, setAsking] = useState<Erasure | null>(null);
  const { busy, save, eraseAs } = usePersonActions(person);
  if (!user?.areas.includes('admin') || isAnonymised({ email })) return null;

  return (
    <Fold title={t('people.title')}>
      <p className={styles.text}>
        {email ? t('people.text', { email }) : t('people.recordText', { name })}
      </p>
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={downloadIcon}
          busy={busy}
          onClick={() => void save('json')}
        >
          {t('people.json')}
        </Button>
        <Button
          variant="secondary"
          icon={downloadIcon}
          busy={busy}
          onClick={() => void save('csv')}
        >
          {t('people.csv')}
        </Button>
        <Button variant="secondary" busy={busy} onClick={() => setAsking('anonymise')}>
          {t('people.anonymise')}
        </Button>
        <Button
          variant="secondary"
          icon={trashIcon}
          className={styles.delete}
          busy={busy}
          onClick={() => setAsking('delete')}
        >
          {t('people.delete')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t(`people.${asking}Title`)}
          description={
            email || asking === 'anonymise'
              ? t(`people.${asking}Text`, { email })
              : t('people.deleteRecordText', { name })
          }
          confirmLabel={t(`people.${asking}`)}
          onClose={() => setAsking(null)}
          onConfirm={() => {
            setAsking(null);
            void eraseAs(asking);
          }}
        />
      )}
    </Fold>
  );
}

/** The two actions; while one is in flight `busy` is true. A toast shows the outcome. */
function usePersonActions(person: PersonCardProps) {
  const { entities, onErased } = person;
  const { t, language } = useText();
  const mirror = useMirror();
  const { busy, attempt } = useAttempt('people.failed');

  const save = (format: 'json' | 'csv') =>
    attempt(() => savePerson(mirror, person, format, language));

  const eraseAs = (how: Erasure) =>
    attempt(async () => {
      if (await hasUnsent(mirror, entities)) throw new Error(t('people.unsent'));
      const { contacts, applications } = await erase(mirror, person, how);
      showToast({
        title: t('people.erased'),
        description: t('people.erasedDescription', { contacts, applications }),
      });
      onErased(how);
    });

  return { busy, save, eraseAs };
}

/** Downloads everything that the server has about a person. Throws like `call`. */
async function savePerson(
  mirror: Mirror,
  asked: PersonCardProps,
  format: 'json' | 'csv',
  language: string,
): Promise<void> {
  const person = await call(exportPerson, { body: whoseOf(asked), sentFor: mirror.userId });
  void download(
    personFile(person, format, language),
    `${(asked.email || asked.name).replace(/[^\p{L}\p{N}_.@-]/gu, '_')}.${format}`,
  );
}

/**
 * Anonymises or deletes all records of a person on the server. Resolves with the number of changed
 * records of each kind. Throws like `call`.
 */
async function erase(mirror: Mirror, person: PersonCardProps, how: Erasure) {
  const body = { ...whoseOf(person), how };
  return call(erasePerson, { body, key: newId(), sentFor: mirror.userId });
}

function whoseOf({ email, applicationId }: PersonCardProps): Whose {
  return email ? { email } : { applicationId };
}

/** True if changes of these records are not sent yet. */
async function hasUnsent(mirror: Mirror, entities: readonly string[]): Promise<boolean> {
  return (await mirror.outbox.where('entity').anyOf(entities).count()) > 0;
}

/** A person's data as a file: complete as JSON, or its plain values as a table. */
function personFile(person: Person, format: 'json' | 'csv', language: string): Blob {
  return format === 'json'
    ? new Blob([JSON.stringify(person, null, 2)], { type: 'application/json' })
    : csvFile(tableOf(person), language);
}

/** One line per value: record, field, value. */
function tableOf({ contacts, applications, shownPlayers, beside, copies }: Person): string[][] {
  const lines: string[][] = [['record', 'field', 'value']];
  const add = (record: string, fields: object): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (value === null || Array.isArray(value)) continue;
      lines.push([record, field, String(value)]);
    }
  };
  for (const contact of contacts) add(`inquiry ${contact.id}`, contact);
  for (const application of applications) {
    add(`application ${application.id}`, application);
    for (const entry of application.history) add(`history ${entry.id}`, entry);
  }
  for (const { applicationId = '', ...person } of beside) add(`beside ${applicationId}`, person);
  for (const { list, row, history } of copies) {
    add(`waiting in ${list}`, row);
    for (const entry of history) add('waiting in history', entry);
  }
  for (const { lines: byLanguage, picture, ...player } of shownPlayers) {
    const address = picture && `${location.origin}/portrait/${picture.id}.jpg`;
    add(`website ${player.id}`, { ...player, ...byLanguage, picture: address });
  }
  return lines;
}
