import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import {
  APPLICATION_FIELDS,
  type ApplicationFieldName,
} from '#contract/fields/application-fields.ts';
import { type Field, namesIn } from '#contract/fields/field-table.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { GuardedReach } from '#pwa/features/applications/consent/guarded-reach.tsx';
import { LogReach } from '#pwa/features/applications/consent/log-reach.tsx';
import { MinorNotice } from '#pwa/features/applications/consent/minor-notice.tsx';
import { DeadlineNotices } from '#pwa/features/applications/deadlines/deadline-notices.tsx';
import { FollowUpHint } from '#pwa/features/applications/follow-up/follow-up-hint.tsx';
import { RemoveApplication, RemovedNotice } from '#pwa/features/applications/removal/removal.tsx';
import { StatusButton } from '#pwa/features/applications/status/status-button.tsx';
import { StatusForm } from '#pwa/features/applications/status/status-form.tsx';
import { WaitingInstead } from '#pwa/features/changes/waiting-mark.tsx';
import { personName, playerFacts } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDay, formatMoment } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { RecordBackLink } from '#pwa/ui/back-link.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { fieldValue } from '#pwa/ui/fields/field-value.tsx';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import { editIcon, noteIcon, syncIcon } from '#pwa/ui/icons/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import '#pwa/ui/dense.css';
import { ReachLinks } from '#pwa/ui/reach/reach-links.tsx';
import type { Reach } from '#pwa/ui/reach/use-reach.ts';
import { ThumbBar, ThumbButton } from '#pwa/ui/screen/thumb-bar.tsx';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';
import { AddFact } from './add-fact.tsx';
import styles from './application-detail.module.css';
import { hasContract } from './contract-card.ts';
import { FollowUpForm } from './follow-up/follow-up-form.tsx';
import { OffersCard } from './offers/offers-card.tsx';
import { PeopleCard } from './people/people-card.tsx';
import { useFirstToCall, useReachable, whoIs } from './people/use-reachable.ts';
import { RowSheets } from './row-sheets.tsx';
import { openSheet } from './row-sheets-store.ts';

interface Told {
  application: ApplicationRow;
  /** In which the person wrote the inquiry; null if it is not known. */
  language: string | null;
}

interface ApplicationDetailProps extends Told {
  /** The status history, or a skeleton of it. */
  history: ReactNode;
  /** Warnings and questions about this record. */
  notices: ReactNode;
  /** Links to the previous and the next record. */
  pager: ReactNode;
  /** Export and erasure of the person's data. */
  person: ReactNode;
}

/** One application as a conversation: player, status, last note, next step; then the facts. */
export function ApplicationDetail({
  application,
  language,
  history,
  notices,
  pager,
  person,
}: ApplicationDetailProps) {
  const { t } = useText();
  const roomy = useMedia(ROOMY);

  return (
    <article data-dense>
      <div className={styles.ways}>
        <RecordBackLink />
        {pager}
      </div>
      <GuardedReach application={application}>
        <Head application={application} language={language} />
        <RemovedNotice application={application} />
        {notices}
        <MinorNotice application={application} />
        <DeadlineNotices application={application} />
        <div className={styles.columns}>
          <div className={styles.record}>
            <Card title={t('applicationDetail.history.title')}>{history}</Card>
            {!roomy && <FollowUpCard application={application} />}
            <OffersCard application={application} />
            <PeopleCard application={application} language={language} />
            <Particulars application={application} language={language} />
            {person}
            <RemoveApplication application={application} />
          </div>
          {roomy ? (
            <aside className={styles.panel}>
              <Card title={t('applicationDetail.statusUpdate.title')}>
                <StatusForm application={application} />
              </Card>
              <FollowUpCard application={application} />
            </aside>
          ) : (
            <Actions application={application} language={language} />
          )}
        </div>
      </GuardedReach>
      <RowSheets />
    </article>
  );
}

function Head({ application, language }: Told) {
  const { t } = useText();
  const roomy = useMedia(ROOMY);
  const { id, playerName, email, waiting, updatedAt } = application;
  return (
    <PageHead
      title={personName(t, { name: playerName, email })}
      actions={
        roomy ? <Actions application={application} language={language} /> : <EditLink id={id} />
      }
    >
      <Person application={application} />
      <FirstToCall application={application} />
      <StatusButton application={application} />
      <WaitingInstead waiting={waiting} className={primitives.small}>
        {t('applicationDetail.lastUpdated')}{' '}
        <time dateTime={updatedAt} title={formatMoment(updatedAt)}>
          {formatDay(updatedAt)}
        </time>
      </WaitingInstead>
      <FollowUpHint application={application} />
    </PageHead>
  );
}

function EditLink({ id }: Pick<ApplicationRow, 'id'>) {
  const { t } = useText();
  return (
    <OfficeLink
      variant="secondary"
      icon={editIcon}
      className={styles.edit}
      aria-keyshortcuts="E"
      to={APP_PATHS.editApplication}
      params={{ id }}
    >
      {t('applicationDetail.edit')}
    </OfficeLink>
  );
}

/** The age, the position and the club, as far as they are known. */
function Person({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const today = useToday();
  const known = playerFacts(t, application, today);
  return known.length > 0 && <span className={styles.person}>{known.join(' · ')}</span>;
}

/** Who is called in place of a minor. */
function FirstToCall({ application }: { application: ApplicationRow }) {
  const words = useText();
  const person = useFirstToCall(application);
  return (
    person && (
      <span className={styles.person}>
        {words.t('applicationDetail.callFirst', { who: whoIs(words, person) })}
      </span>
    )
  );
}

/** The cards of facts with their titles. */
const CARDS = [
  ['contact', 'applicationDetail.contactInfo'],
  ['football', 'applicationDetail.footballInfo'],
  ['contract', 'applicationDetail.contractInfo'],
] as const;

function Particulars({ application, language }: Told) {
  const { t } = useText();
  return (
    <>
      {namesIn(APPLICATION_FIELDS, 'own').map(
        (name) =>
          application[name] && (
            <Card key={name} title={t(`applicationDetail.${name}`)}>
              <p className={styles.notes}>
                <TypedText>{application[name]}</TypedText>
              </p>
            </Card>
          ),
      )}
      {CARDS.filter(([card]) => card !== 'contract' || hasContract(application)).map(
        ([card, title]) => (
          <Card key={card} title={t(title)}>
            <Facts>
              {namesIn<typeof APPLICATION_FIELDS, typeof card>(APPLICATION_FIELDS, card).map(
                (name) => (
                  <FieldFact key={name} application={application} language={language} name={name} />
                ),
              )}
              {card === 'contact' && !application.people && (
                <FieldFact application={application} language={language} name="people" />
              )}
            </Facts>
          </Card>
        ),
      )}
    </>
  );
}

/** One field; a missing value can be added, except a day of birth. */
function FieldFact({ application, language, name }: Told & { name: ApplicationFieldName }) {
  const { t } = useText();
  const field: Field = APPLICATION_FIELDS[name];
  const value = fieldValue(t, field, application[name], application.email, language);
  return (
    <Fact
      term={t(`applicationDetail.${name}`)}
      wide={field.type === 'email' || field.type === 'links'}
    >
      {value ?? (field.isBirth ? null : <Missing application={application} name={name} />)}
    </Fact>
  );
}

/** The way to a value that is missing; an anonymised person gets nothing added. */
function Missing({
  application,
  name,
}: {
  application: ApplicationRow;
  name: ApplicationFieldName;
}) {
  const { t } = useText();
  if (isAnonymised(application)) {
    return <span className={primitives.soft}>{t('applicationDetail.notGiven')}</span>;
  }
  if (name !== 'links' && name !== 'people')
    return <AddFact application={application} name={name} />;
  return (
    <Link
      to={APP_PATHS.editApplication}
      params={{ id: application.id }}
      hash={name}
      aria-label={`${t('applicationDetail.add')}: ${t(`applicationDetail.${name}`)}`}
    >
      + {t('applicationDetail.add')}
    </Link>
  );
}

/** Call, chat, mail, then the way to log it; and edit, on phones in a bottom bar write a note and update. */
function Actions({ application, language }: Told) {
  const { t } = useText();
  const roomy = useMedia(ROOMY);
  const [reached, setReached] = useState<Reach | null>(null);
  const reachable = useReachable(application, language);

  return (
    <>
      <ThumbBar isConversation={!roomy}>
        {!roomy && (
          <ThumbButton
            icon={noteIcon}
            aria-keyshortcuts="N"
            onClick={() => openSheet('note', application)}
          >
            {t('applicationDetail.writeNote')}
          </ThumbButton>
        )}
        <ReachLinks texts="applicationDetail" {...reachable} onReach={setReached} />
        {roomy ? (
          <EditLink id={application.id} />
        ) : (
          <ThumbButton icon={syncIcon} primary onClick={() => openSheet('update', application)}>
            {t('applicationDetail.statusUpdate.submit')}
          </ThumbButton>
        )}
      </ThumbBar>
      {reached && (
        <LogReach application={application} how={reached} onClose={() => setReached(null)} />
      )}
    </>
  );
}

/** The follow-up day as a card of a record. */
function FollowUpCard({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  return (
    <Card title={t('applicationDetail.followUp.title')}>
      <FollowUpForm applications={[application]} />
    </Card>
  );
}
