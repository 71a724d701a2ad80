import { useNavigate } from '@tanstack/react-router';
import { newId } from '#contract/fields/ids.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useShareHere } from '#pwa/app/shared/use-share-here.ts';
import { ApplicationForm } from '#pwa/features/applications/application-form.tsx';
import { formTextsOf } from '#pwa/features/applications/form-texts.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { SamePersonNotice } from '#pwa/features/people/same-person-notice.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { applicationCreated } from '#pwa/local/changes/applications.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { uploadIcon } from '#pwa/ui/icons/icons.ts';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';

const BLANK = formTextsOf();

/** Creates an application by hand: it starts as pending, and this works offline. */
export function NewApplicationPage() {
  const { t } = useText();
  const change = useChange();
  const navigate = useNavigate();
  const { share, draftName, use } = useShareHere();

  return (
    <>
      <BackLink to={APP_PATHS.dashboard}>{t('applicationDetail.back')}</BackLink>
      <PageHead
        title={t('applicationForm.newTitle')}
        actions={
          <OfficeLink variant="secondary" icon={uploadIcon} to={APP_PATHS.import}>
            {t('import.title')}
          </OfficeLink>
        }
      >
        {t('applicationForm.newText')}
      </PageHead>
      <ApplicationForm
        key={share}
        initial={BLANK}
        draftName={draftName('new-application')}
        submitLabel={t('applicationForm.create')}
        startsTyping
        known={({ playerName: name, email, phone, currentClub, position, dateOfBirth }) => (
          <SamePersonNotice
            whose={{
              name,
              email: email ?? '',
              phone: phone ?? null,
              currentClub: currentClub ?? null,
              position: position ?? null,
              dateOfBirth: dateOfBirth ?? null,
              applicationId: null,
              contactId: null,
            }}
          />
        )}
        cancel={
          <OfficeLink
            variant="secondary"
            to={share === null ? APP_PATHS.dashboard : APP_PATHS.shared}
            aria-keyshortcuts="Escape"
          >
            {t('common.cancel')}
          </OfficeLink>
        }
        save={async (draft) => {
          const id = newId();
          const made = applicationCreated.make({ ...draft, id }, null);
          return (await change(made, { hasUndo: false })) && id;
        }}
        onSaved={(id) => {
          use();
          void navigate({ to: APP_PATHS.application, params: { id }, replace: true });
        }}
      />
    </>
  );
}
