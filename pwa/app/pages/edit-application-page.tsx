import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { MissingRecord } from '#pwa/app/lists/missing-record.tsx';
import { ApplicationForm } from '#pwa/features/applications/application-form.tsx';
import { isContractExpected } from '#pwa/features/applications/contract-card.ts';
import { formTextsOf } from '#pwa/features/applications/form-texts.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { applicationEdited } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { RecordSkeleton } from '#pwa/records/record-skeleton.tsx';
import { useRefreshApplication } from '#pwa/sync/pull/use-refresh-application.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';

const route = getRouteApi('/guarded/office/dashboard/applications/$id/edit');

/** Edits the fields of an application; its status is changed on its own page. */
export function EditApplicationPage() {
  const { t } = useText();
  const { id } = route.useParams();
  const application = useRecord(id)?.row;
  const refresh = useRefreshApplication(id);

  if (application) return <Edit key={application.id} application={application} />;
  if (application === undefined || refresh.state === 'loading') {
    return <RecordSkeleton label={t('applicationDetail.loading')} />;
  }
  const here = refresh.state === 'missing' ? 'notFound' : 'notHere';
  return (
    <MissingRecord
      title={t(`applicationDetail.${here}.title`)}
      text={t(`applicationDetail.${here}.text`)}
      back={t('applicationDetail.back')}
    />
  );
}

function Edit({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const change = useChange();
  const navigate = route.useNavigate();
  // The form keeps the values it was opened with: changes from elsewhere must not move its fields, and
  // only fields that the person changed are sent.
  const [opened] = useState(application);
  const { id } = opened;

  return (
    <>
      <BackLink to={APP_PATHS.application} params={{ id }}>
        {opened.playerName}
      </BackLink>
      <PageHead title={t('applicationForm.editTitle')}>{t('applicationForm.editText')}</PageHead>
      <ApplicationForm
        initial={formTextsOf(opened)}
        draftName={`edit:${id}`}
        submitLabel={t('applicationForm.save')}
        isContractExpected={isContractExpected(opened)}
        cancel={
          <OfficeLink
            variant="secondary"
            to={APP_PATHS.application}
            params={{ id }}
            aria-keyshortcuts="Escape"
          >
            {t('common.cancel')}
          </OfficeLink>
        }
        save={async (draft) => (await change(applicationEdited.make(draft, opened))) && id}
        onSaved={() => void navigate({ to: APP_PATHS.application, params: { id }, replace: true })}
      />
    </>
  );
}
