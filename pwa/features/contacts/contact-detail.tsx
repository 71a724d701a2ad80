import type { ReactNode } from 'react';
import { applicationIdOf } from '#contract/ids.ts';
import { isLanguage } from '#contract/vocabulary.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { OWN_NAMES } from '#pwa/i18n/language-names.ts';
import { addressOf, personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay, formatMoment } from '#pwa/lib/dates.ts';
import { mailLink, phoneLink } from '#pwa/lib/reach.ts';
import { digitsOf } from '#pwa/lib/site-settings.ts';
import type { ContactRow } from '#pwa/local/overlay.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { Card, Fact, Facts } from '#pwa/ui/card.tsx';
import { alertIcon, checkCircleIcon, mailIcon, phoneIcon, whatsappIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { ThumbBar, ThumbLink } from '#pwa/ui/thumb-bar.tsx';
import { ContactBadge } from './contact-badge.tsx';
import styles from './contact-detail.module.css';
import { ConvertButton } from './convert-button.tsx';
import { HandlingCard } from './handling-card.tsx';
import { ReplyClock } from './reply-clock.tsx';

interface ContactDetailProps {
  contact: ContactRow;
  /** Called with the id of the application that the contact has become. */
  onConverted: (applicationId: string) => void;
  /** The way to the records before and after it. */
  pager: ReactNode;
  /** What the person should know about this record before reading on. */
  notices: ReactNode;
  /** What can be done about the person's data. */
  person: ReactNode;
}

/** One inquiry with everything that came with it, and the way on from it. */
export function ContactDetail({
  contact,
  onConverted,
  pager,
  notices,
  person,
}: ContactDetailProps) {
  const { t } = useText();
  return (
    <article className={styles.page}>
      <div className={styles.ways}>
        <BackLink to="/dashboard" search={{ tab: 'contacts' }}>
          {t('contactDetail.back')}
        </BackLink>
        {pager}
      </div>
      <PageHead
        title={personName(t, contact)}
        actions={<Actions contact={contact} onConverted={onConverted} />}
      >
        <ContactBadge contact={contact} />
        <ReplyClock contact={contact} />
        <span className={styles.received}>
          {t('contactDetail.received')}{' '}
          <time dateTime={contact.createdAt} title={formatMoment(contact.createdAt)}>
            {formatDay(contact.createdAt)}
          </time>
        </span>
        <WaitingMark waiting={contact.waiting} />
      </PageHead>
      {notices}
      {contact.suspect && (
        <Notice icon={alertIcon} tone="amber" title={t('contactDetail.suspectTitle')}>
          {t('contactDetail.suspectText')}
        </Notice>
      )}
      {contact.convertedToApplication && (
        <Notice icon={checkCircleIcon}>{t('contactDetail.convertedText')}</Notice>
      )}
      <div className={styles.sections}>
        {!isSettled(contact) && <HandlingCard contact={contact} />}
        <Message contact={contact} />
        <Person contact={contact} />
        <History contact={contact} />
        <Origin contact={contact} />
        {person}
      </div>
    </article>
  );
}

/** An application has been made of it: it is neither new nor answered any more. */
function isSettled({ convertedToApplication, state }: ContactRow): boolean {
  return convertedToApplication && (state === 'new' || state === 'answered');
}

function Message({ contact: { message } }: { contact: ContactRow }) {
  const { t } = useText();
  return (
    <Card title={t('contactDetail.sections.message')}>
      <p className={styles.message}>{message}</p>
    </Card>
  );
}

function Person({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { name, email, phone, inquiryType, language } = contact;
  return (
    <Card title={t('contactDetail.sections.contact')}>
      <Facts>
        <Fact term={t('contactDetail.name')}>{personName(t, { name, email })}</Fact>
        <Fact term={t('contactDetail.inquiryType')}>{t(`inquiryType.${inquiryType}`)}</Fact>
        <Fact wide term={t('contactDetail.email')}>
          {addressOf({ email }) !== null && <a href={mailLink(email)}>{email}</a>}
        </Fact>
        <Fact term={t('contactDetail.phone')}>
          {phone && <a href={phoneLink(phone)}>{phone}</a>}
        </Fact>
        <Fact term={t('contactDetail.language')}>
          {isLanguage(language) ? OWN_NAMES[language] : language}
        </Fact>
      </Facts>
    </Card>
  );
}

function History({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { currentClub, position, achievements, careerGoals } = contact;
  const given = [currentClub, position, achievements, careerGoals].some((text) => text !== null);
  return (
    <Card title={t('contactDetail.sections.football')}>
      {given ? (
        <Facts>
          <Fact term={t('contactDetail.currentClub')}>{currentClub}</Fact>
          <Fact term={t('contactDetail.position')}>{position}</Fact>
          <Fact wide term={t('contactDetail.achievements')}>
            {achievements}
          </Fact>
          <Fact wide term={t('contactDetail.careerGoals')}>
            {careerGoals}
          </Fact>
        </Facts>
      ) : (
        <p className={styles.nothing}>{t('contactDetail.noHistory')}</p>
      )}
    </Card>
  );
}

function Origin({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { campaignId, campaignName, utmSource, utmMedium, utmCampaign, consentAt } = contact;
  const came = [campaignName, utmSource, utmMedium, utmCampaign].some((text) => text !== null);
  const campaign =
    campaignName !== null && campaignId === null
      ? t('contactDetail.campaignDeleted', { name: campaignName })
      : campaignName;
  return (
    <Card title={t('contactDetail.sections.origin')}>
      {came ? (
        <Facts>
          <Fact term={t('contactDetail.campaign')}>{campaign}</Fact>
          <Fact term={t('contactDetail.utmSource')}>{utmSource}</Fact>
          <Fact term={t('contactDetail.utmMedium')}>{utmMedium}</Fact>
          <Fact term={t('contactDetail.utmCampaign')}>{utmCampaign}</Fact>
        </Facts>
      ) : (
        <p className={styles.nothing}>{t('contactDetail.noCampaign')}</p>
      )}
      <p className={styles.consent}>
        {t('contactDetail.consent', { moment: formatMoment(consentAt) })}
      </p>
    </Card>
  );
}

function Actions({ contact, onConverted }: Pick<ContactDetailProps, 'contact' | 'onConverted'>) {
  const { t } = useText();
  const { id, email, phone, convertedToApplication } = contact;
  return (
    <ThumbBar>
      {phone !== null && (
        <>
          <ThumbLink icon={phoneIcon} href={phoneLink(phone)}>
            {t('contactDetail.call')}
          </ThumbLink>
          <ThumbLink
            icon={whatsappIcon}
            href={`https://wa.me/${digitsOf(phone)}`}
            target="_blank"
            rel="noreferrer"
          >
            {t('contactDetail.whatsapp')}
          </ThumbLink>
        </>
      )}
      {addressOf({ email }) !== null && (
        <ThumbLink icon={mailIcon} href={mailLink(email)}>
          {t('contactDetail.mail')}
        </ThumbLink>
      )}
      {convertedToApplication ? (
        <OfficeLink to="/dashboard/applications/$id" params={{ id: applicationIdOf(id) }}>
          {t('contactDetail.toApplication')}
        </OfficeLink>
      ) : (
        <ConvertButton
          contact={contact}
          label={t('contactDetail.convert')}
          onConverted={onConverted}
        />
      )}
    </ThumbBar>
  );
}
