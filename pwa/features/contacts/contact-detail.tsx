import { type ReactNode, useState } from 'react';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { CONTACT_COLUMNS } from '#contract/fields/contact-fields.ts';
import { type Column, type Field, namesIn } from '#contract/fields/field-table.ts';
import { isOneOf, YES_NO } from '#contract/fields/vocabulary.ts';
import { AT_STAND, BY_MESSAGE } from '#contract/handed-over.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { WaitingInstead } from '#pwa/features/changes/waiting-mark.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { minorText } from '#pwa/i18n/minor-text.ts';
import { writerName } from '#pwa/i18n/person-name.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDay, formatMoment } from '#pwa/lib/time/dates.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { RecordBackLink } from '#pwa/ui/back-link.tsx';
import { Badge } from '#pwa/ui/badge.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { fieldValue } from '#pwa/ui/fields/field-value.tsx';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import { blockIcon, checkCircleIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import '#pwa/ui/dense.css';
import { ReachLinks } from '#pwa/ui/reach/reach-links.tsx';
import { ThumbBar } from '#pwa/ui/screen/thumb-bar.tsx';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';
import { AddedNotice } from './add-to-buttons.tsx';
import { AskAnswered } from './ask-answered.tsx';
import { ContactBadge } from './contact-badge.tsx';
import styles from './contact-detail.module.css';
import { isConvertible, isHandled, isSettled, isUnanswered } from './contact-list.ts';
import { ConvertButton } from './convert-button.tsx';
import { CorrectionsCard } from './corrections-card.tsx';
import { DoubtButtons } from './doubt-buttons.tsx';
import { HandlingCard, StateChoice } from './handling-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { ReplyClock } from './reply-clock.tsx';
import { useGreeting } from './use-greeting.ts';

interface ContactDetailProps {
  contact: ContactRow;
  /** Called with the id of the application that the contact has become. */
  onConverted: (applicationId: string) => void;
  /** Links to the previous and the next record. */
  pager: ReactNode;
  /** Warnings and questions about this record. */
  notices: ReactNode;
  /** What a club looks for, who fits, and who was offered. */
  wanted: ReactNode;
  /** Export and erasure of the person's data. */
  person: ReactNode;
}

/** One inquiry with everything that came with it, and the actions. */
export function ContactDetail({
  contact,
  onConverted,
  pager,
  notices,
  wanted,
  person,
}: ContactDetailProps) {
  const { t } = useText();
  const minor = minorOf(contact, useToday());
  const roomy = useMedia(ROOMY);
  return (
    <article className={styles.page} data-dense>
      <div className={styles.ways}>
        <RecordBackLink tab="contacts" />
        {pager}
      </div>
      <PageHead
        title={writerName(t, contact)}
        actions={<Actions contact={contact} hasState={!roomy} onConverted={onConverted} />}
      >
        <ContactBadge contact={contact} />
        <ReplyClock contact={contact} />
        {minor && <Badge tone="amber">{minorText(t, minor)}</Badge>}
        <WaitingInstead waiting={contact.waiting} className={primitives.small}>
          {t('contactDetail.received')}{' '}
          <time dateTime={contact.createdAt} title={formatMoment(contact.createdAt)}>
            {formatDay(contact.createdAt)}
          </time>
        </WaitingInstead>
        {contact.reference && (
          <span className={primitives.small}>
            {t('contactDetail.reference', { reference: contact.reference })}
          </span>
        )}
      </PageHead>
      <div className={styles.first}>
        <Message contact={contact} />
      </div>
      {notices}
      {contact.withdrawnAt !== null && (
        <Notice icon={blockIcon} tone="amber" title={t('contactStatus.withdrawn')}>
          {t('contactDetail.withdrawn', { moment: formatMoment(contact.withdrawnAt) })}
        </Notice>
      )}
      {contact.suspect && (
        <Notice
          tone="amber"
          title={t('contacts.suspect')}
          actions={isUnanswered(contact) && <DoubtButtons contact={contact} />}
        >
          {t('contactDetail.suspectText')}
        </Notice>
      )}
      {contact.convertedToApplication && (
        <Notice icon={checkCircleIcon}>{t('contactDetail.convertedText')}</Notice>
      )}
      <AddedNotice contact={contact} />
      <div className={styles.sections}>
        {roomy && isHandled(contact) && <HandlingCard contact={contact} />}
        {wanted}
        <NotesCard contact={contact} />
        <CorrectionsCard contact={contact} />
        <PersonFacts contact={contact} />
        <FootballFacts contact={contact} />
        <OriginFacts contact={contact} />
        {person}
      </div>
    </article>
  );
}

function Message({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  return (
    <Card title={t('contactDetail.sections.message')}>
      {namesIn(CONTACT_COLUMNS, 'message').map((name) => (
        <p key={name} className={styles.message}>
          <TypedText>{contact[name]}</TypedText>
        </p>
      ))}
    </Card>
  );
}

function PersonFacts({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  return (
    <Card title={t('contactDetail.sections.contact')}>
      <FieldFacts
        contact={contact}
        names={[...namesIn(CONTACT_COLUMNS, 'contact'), ...namesIn(CONTACT_COLUMNS, 'player')]}
      />
    </Card>
  );
}

function FootballFacts({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const names = namesIn(CONTACT_COLUMNS, 'football');
  return (
    <Card title={t('contactDetail.sections.football')}>
      <FieldFacts contact={contact} names={names} empty={t('contactDetail.noHistory')} />
    </Card>
  );
}

function OriginFacts({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const names = namesIn(CONTACT_COLUMNS, 'origin');
  return (
    <Card title={t('contactDetail.sections.origin')}>
      <FieldFacts contact={contact} names={names} empty={t('contactDetail.noCampaign')} />
      <p className={styles.consent}>
        {t('contactDetail.consent', { moment: formatMoment(contact.consentAt) })}
      </p>
    </Card>
  );
}

type ShownColumn = ReturnType<
  typeof namesIn<typeof CONTACT_COLUMNS, 'contact' | 'player' | 'football' | 'origin'>
>[number];

interface FieldFactsProps {
  contact: ContactRow;
  names: readonly ShownColumn[];
  /** Shown instead if all values are missing. */
  empty?: string;
}

function FieldFacts({ contact, names, empty }: FieldFactsProps) {
  const { t } = useText();
  if (empty !== undefined && names.every((name) => contact[name] === null)) {
    return <p className={styles.nothing}>{empty}</p>;
  }
  return (
    <Facts>
      {names.map((name) => {
        const field: Column & Partial<Field> = CONTACT_COLUMNS[name];
        return (
          <Fact
            key={name}
            term={t(`contactDetail.${name}`)}
            wide={field.type === 'email' || field.multiline === true}
          >
            {fieldValue(t, field, wordsOf(t, contact, name), contact.email, contact.language)}
          </Fact>
        );
      })}
    </Facts>
  );
}

/** The value as text: a word of the contract or a language code is translated. */
function wordsOf(t: TextAccess['t'], contact: ContactRow, name: ShownColumn): string | null {
  const { inquiryType, writtenBy, under18, language, campaignId, campaignName } = contact;
  switch (name) {
    case 'inquiryType':
      return wordText(t, 'inquiryType', inquiryType);
    case 'writtenBy':
      return writtenBy && wordText(t, name, writtenBy);
    case 'under18':
      return yesOrNo(t, under18);
    case 'utmMedium':
      if (contact.utmMedium === AT_STAND) return t('booth.entered');
      return contact.utmMedium === BY_MESSAGE ? t('message.entered') : contact.utmMedium;
    case 'language':
      return language && ownName(language);
    case 'campaignName':
      return campaignName !== null && campaignId === null
        ? t('contactDetail.campaignDeleted', { name: campaignName })
        : campaignName;
    default:
      return contact[name];
  }
}

/** A word that only a newer server knows is its own text. */
function yesOrNo(t: TextAccess['t'], answer: string | null): string | null {
  return isOneOf(YES_NO, answer) ? t(`common.${answer}`) : answer;
}

interface ActionsProps extends Pick<ContactDetailProps, 'contact' | 'onConverted'> {
  /** Whether the state is chosen here. */
  hasState: boolean;
}

function Actions({ contact, hasState, onConverted }: ActionsProps) {
  const { t } = useText();
  const { id, email, phone, convertedToApplication, addedTo } = contact;
  const application = convertedToApplication ? applicationIdOf(id) : addedTo;
  const greeting = useGreeting(contact);
  const [isReached, setReached] = useState(false);
  return (
    <>
      <ThumbBar>
        {hasState && isHandled(contact) && <StateChoice contact={contact} />}
        <ReachLinks
          texts="contactDetail"
          email={email}
          phone={phone}
          language={contact.language}
          greeting={greeting}
          onReach={() => setReached(true)}
        />
        {application !== null && (
          <OfficeLink to={APP_PATHS.application} params={{ id: application }}>
            {t('contactDetail.toApplication')}
          </OfficeLink>
        )}
        {isConvertible(contact) && (
          <ConvertButton
            // A club is rarely a player.
            variant={contact.inquiryType === 'club_recruitment' ? 'secondary' : 'primary'}
            contact={contact}
            label={t('contactDetail.convert')}
            onConverted={onConverted}
          />
        )}
      </ThumbBar>
      {isReached && contact.state === 'new' && !isSettled(contact) && (
        <AskAnswered contact={contact} onClose={() => setReached(false)} />
      )}
    </>
  );
}
