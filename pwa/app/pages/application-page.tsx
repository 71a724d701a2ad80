import { getRouteApi } from '@tanstack/react-router';
import { useLeaveUnconverted } from '#pwa/app/lists/converted.ts';
import { MissingRecord } from '#pwa/app/lists/missing-record.tsx';
import { RecordPager } from '#pwa/app/lists/record-pager.tsx';
import { useApplicationList } from '#pwa/app/lists/use-application-list.ts';
import { useErased } from '#pwa/app/lists/use-erased.ts';
import { WithList } from '#pwa/app/lists/with-list.tsx';
import { ApplicationDetail } from '#pwa/features/applications/application-detail.tsx';
import { StatusHistory } from '#pwa/features/applications/status/status-history.tsx';
import { QuestionNotices } from '#pwa/features/changes/question-notice.tsx';
import { RefusedHere } from '#pwa/features/changes/waiting-change.tsx';
import { useContact } from '#pwa/features/contacts/use-contact.ts';
import { PersonCard } from '#pwa/features/people/person-card.tsx';
import { SamePersonNotice } from '#pwa/features/people/same-person-notice.tsx';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { RecordSkeleton } from '#pwa/records/record-skeleton.tsx';
import {
  type ApplicationState,
  useRefreshApplication,
} from '#pwa/sync/pull/use-refresh-application.ts';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

const route = getRouteApi('/guarded/office/dashboard/applications/$id');

/** One application, on a wide screen beside the list. */
export function ApplicationPage() {
  const { id } = route.useParams();
  return (
    <WithList list={useApplicationList()} id={id}>
      <OneApplication id={id} />
    </WithList>
  );
}

/** From the mirror at once, then refreshed from the server. */
function OneApplication({ id }: { id: string }) {
  const { t } = useText();
  const application = useRecord(id)?.row;
  const refresh = useRefreshApplication(id);
  useLeaveUnconverted(id, application);
  useTitle(
    application
      ? personName(t, { name: application.playerName, email: application.email })
      : t('titles.application'),
  );

  if (application && refresh.state !== 'missing') {
    // The record before this one stays until this one is read: one new page, not two.
    return <Present key={application.id} application={application} />;
  }
  if (application === undefined || refresh.state === 'loading') {
    return <RecordSkeleton label={t('applicationDetail.loading')} />;
  }
  return <Absent state={refresh.state} />;
}

function Present({ application }: { application: ApplicationRow }) {
  const history = useRecord(application.id)?.history;
  const erased = useErased('applications');
  const list = useApplicationList();
  const { id, playerName: name, email, phone, contactId } = application;
  const { currentClub, position, dateOfBirth } = application;
  const player = { phone, currentClub, position, dateOfBirth };
  const inquiry = useContact(contactId);

  return (
    <ApplicationDetail
      application={application}
      language={inquiry?.language ?? null}
      pager={<RecordPager list={list} id={application.id} />}
      notices={
        <>
          <RefusedHere entity={laneOf('applications', id)} />
          <QuestionNotices entity={laneOf('applications', id)} />
          <SamePersonNotice whose={{ ...player, name, email, applicationId: id, contactId }} />
        </>
      }
      person={
        <PersonCard
          name={name}
          email={email}
          applicationId={id}
          entities={[
            laneOf('applications', id),
            ...(contactId === null ? [] : [laneOf('contacts', contactId)]),
          ]}
          onErased={(how) => void erased(how)}
        />
      }
      history={
        history ? (
          <StatusHistory application={application} entries={history} />
        ) : (
          <Skeleton shape="block" />
        )
      }
    />
  );
}

/** Says 'Application Not Found' only after the server has said so. */
function Absent({ state }: { state: ApplicationState }) {
  const { t } = useText();
  const back = t('applicationDetail.back');
  if (state === 'unreachable') {
    return (
      <MissingRecord
        title={t('applicationDetail.notHere.title')}
        text={t('applicationDetail.notHere.text')}
        back={back}
      />
    );
  }
  return state === 'error' ? (
    <MissingRecord
      title={t('applicationDetail.error.title')}
      text={t('applicationDetail.error.text')}
      back={back}
    />
  ) : (
    <MissingRecord
      title={t('applicationDetail.notFound.title')}
      text={t('applicationDetail.notFound.text')}
      back={back}
    />
  );
}
