import { type PlayerPerson, peopleOf } from '#contract/fields/player-people.ts';
import { isLanguage } from '#contract/fields/vocabulary.ts';
import { numbersIn } from '#contract/values/phone.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { addressOf } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactCard } from '#pwa/lib/text/contact-card.ts';
import { download } from '#pwa/lib/text/download.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { fieldValue } from '#pwa/ui/fields/field-value.tsx';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { ReachButtons } from '#pwa/ui/reach/reach-buttons.tsx';
import styles from './people-card.module.css';
import { useFirstToCall, useReachablePerson, whoIs } from './use-reachable.ts';

interface PeopleCardProps {
  application: ApplicationRow;
  /** In which the player wrote; null if it is not known. */
  language: string | null;
}

/** The people of a player as a card; nothing without any. */
export function PeopleCard({ application, language }: PeopleCardProps) {
  const words = useText();
  const { t } = words;
  const first = useFirstToCall(application);
  const people = peopleOf(application.people);
  if (people.length === 0) return null;
  return (
    <Card title={t('applicationDetail.people')}>
      <ul className={styles.people}>
        {people.map((person) => (
          <Person
            key={Object.values(person).join(';')}
            person={person}
            player={application.playerName}
            language={language}
            isFirst={person.name === first?.name && person.phone === first.phone}
          />
        ))}
      </ul>
      <Button
        variant="quiet"
        icon={downloadIcon}
        className={styles.save}
        onClick={() =>
          void download(addressBook(words, application), `${application.playerName}.vcf`)
        }
      >
        {t('applicationDetail.savePeople')}
      </Button>
    </Card>
  );
}

/** The player and the people as one file for the address book. */
function addressBook(words: Parameters<typeof whoIs>[0], application: ApplicationRow): Blob {
  const { playerName, people } = application;
  const cards = [
    { ...application, name: playerName, note: application.currentClub },
    ...peopleOf(people).map((one) => ({
      ...one,
      note: [playerName, whoIs(words, one), one.note].filter(Boolean).join(' · '),
    })),
  ].map(({ name, phone, email, note }) => {
    const [first] = numbersIn(phone ?? '');
    return contactCard(name, {
      'TEL;TYPE=CELL': first?.number ?? null,
      EMAIL: addressOf({ email }),
      NOTE: note,
    });
  });
  return new Blob(cards, { type: 'text/vcard;charset=utf-8' });
}

interface PersonProps {
  person: PlayerPerson;
  player: string;
  language: string | null;
  /** Called in place of the player. */
  isFirst: boolean;
}

function Person({ person, player, language, isFirst }: PersonProps) {
  const words = useText();
  const { t } = words;
  const reachable = useReachablePerson(person, player, language);
  const { name, phone, email, note } = person;
  const facts = [
    fieldValue(t, { type: 'tel' }, phone, email, reachable.language),
    fieldValue(t, { type: 'email' }, email, email),
    isLanguage(person.language) && languageName(person.language, words.language),
  ].filter(Boolean);
  return (
    <li className={styles.person}>
      <div className={styles.line}>
        <span className={primitives.strong}>{whoIs(words, person)}</span>
        {isFirst && <Badge tone="blue">{t('applicationDetail.firstToCall')}</Badge>}
      </div>
      <div className={styles.reach}>
        <ReachButtons name={name} {...reachable} />
      </div>
      {facts.length > 0 && (
        <div className={classNames(styles.line, styles.wide)}>
          {facts.map((fact, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: three facts in one order
            <span key={at} className={styles.fact}>
              {fact}
            </span>
          ))}
        </div>
      )}
      {note && <p className={classNames(primitives.hint, styles.wide)}>{note}</p>}
    </li>
  );
}
