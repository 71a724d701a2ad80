import { type ReactNode, useState } from 'react';
import { APPLICATION_FIELDS, type ApplicationFieldName } from '#contract/application-fields.ts';
import { type Field, namesIn } from '#contract/field-table.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay, formatMoment } from '#pwa/lib/dates.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { Card, Fact, Facts } from '#pwa/ui/card.tsx';
import { fieldValue } from '#pwa/ui/field-value.tsx';
import { editIcon, noteIcon, syncIcon } from '#pwa/ui/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { ReachLinks } from '#pwa/ui/reach-links.tsx';
import { ThumbBar, ThumbButton } from '#pwa/ui/thumb-bar.tsx';
import { ROOMY, useMedia } from '#pwa/ui/use-media.ts';
import styles from './application-detail.module.css';
import { FollowUpCard } from './follow-up-card.tsx';
import { FollowUpHint } from './follow-up-hint.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StatusForm } from './status-form.tsx';

const StatusSheet = lazyWindow(
  async () => (await import('./status-sheet.tsx')).StatusSheet,
  ({ onOpenChange }) => onOpenChange(false),
  ({ open }) => open,
);

interface ApplicationDetailProps {
  application: ApplicationRow;
  /** The status history, or a skeleton of it. */
  history: ReactNode;
  /** Warnings and questions about this record. */
  notices: ReactNode;
  /** Links to the previous and the next record. */
  pager: ReactNode;
  /** Export and erasure of the person's data. */
  person: ReactNode;
}

/** One application: the player, the status, the history, and the actions. */
export function ApplicationDetail({
  application,
  history,
  notices,
  pager,
  person,
}: ApplicationDetailProps) {
  const { t } = useText();
  const roomy = useMedia(ROOMY);

  return (
    <article>
      <div className={styles.ways}>
        <BackLink to="/dashboard">{t('applicationDetail.back')}</BackLink>
        {pager}
      </div>
      <Head application={application} />
      {notices}
      <div className={styles.columns}>
        <div className={styles.record}>
          <Particulars application={application} />
          {!roomy && <FollowUpCard application={application} />}
          <Card title={t('applicationDetail.history.title')}>{history}</Card>
          {person}
        </div>
        {roomy ? (
          <aside className={styles.panel}>
            <Card title={t('applicationDetail.statusUpdate.title')}>
              <StatusForm application={application} />
            </Card>
            <FollowUpCard application={application} />
          </aside>
        ) : (
          <PhoneActions application={application} />
        )}
      </div>
    </article>
  );
}

function Head({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const { id, playerName, email, status, waiting, updatedAt } = application;
  return (
    <PageHead
      title={personName(t, { name: playerName, email })}
      actions={
        <OfficeLink
          variant="secondary"
          icon={editIcon}
          to="/dashboard/applications/$id/edit"
          params={{ id }}
        >
          {t('applicationDetail.edit')}
        </OfficeLink>
      }
    >
      <StatusBadge status={status} />
      <span className={styles.updated}>
        {t('applicationDetail.lastUpdated')}{' '}
        <time dateTime={updatedAt} title={formatMoment(updatedAt)}>
          {formatDay(updatedAt)}
        </time>
      </span>
      <FollowUpHint application={application} />
      <WaitingMark waiting={waiting} />
    </PageHead>
  );
}

/** The cards of facts with their titles. */
const CARDS = [
  ['contact', 'applicationDetail.contactInfo'],
  ['football', 'applicationDetail.footballInfo'],
] as const;

function Particulars({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  return (
    <>
      {CARDS.map(([card, title]) => (
        <Card key={card} title={t(title)}>
          <Facts>
            {namesIn(APPLICATION_FIELDS, card).map((name) => (
              <FieldFact key={name} application={application} name={name} />
            ))}
          </Facts>
        </Card>
      ))}
      {namesIn(APPLICATION_FIELDS, 'own').map(
        (name) =>
          application[name] && (
            <Card key={name} title={t(`applicationDetail.${name}`)}>
              <p className={styles.notes}>{application[name]}</p>
            </Card>
          ),
      )}
    </>
  );
}

/** One field; a missing value is marked as missing, except a date. */
function FieldFact({
  application,
  name,
}: {
  application: ApplicationRow;
  name: ApplicationFieldName;
}) {
  const { t } = useText();
  const field: Field = APPLICATION_FIELDS[name];
  const value = fieldValue(t, field, application[name], application.email);
  const notGiven =
    field.type === 'date' ? null : (
      <span className={styles.missing}>{t('applicationDetail.notGiven')}</span>
    );
  return (
    <Fact term={t(`applicationDetail.${name}`)} wide={field.type === 'email'}>
      {value ?? notGiven}
    </Fact>
  );
}

/** The bottom bar on phones: call, chat, mail, note, update. The last two open the form in a sheet. */
function PhoneActions({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const [sheet, setSheet] = useState<'closed' | 'status' | 'note'>('closed');
  const { email, phone } = application;

  return (
    <>
      <ThumbBar>
        <ReachLinks texts="applicationDetail" email={email} phone={phone} />
        <ThumbButton icon={noteIcon} onClick={() => setSheet('note')}>
          {t('applicationDetail.note')}
        </ThumbButton>
        <ThumbButton icon={syncIcon} primary onClick={() => setSheet('status')}>
          {t('applicationDetail.statusUpdate.submit')}
        </ThumbButton>
      </ThumbBar>
      <StatusSheet
        application={application}
        startAt={sheet === 'note' ? 'note' : 'status'}
        open={sheet !== 'closed'}
        onOpenChange={(open) => setSheet(open ? 'status' : 'closed')}
      />
    </>
  );
}
