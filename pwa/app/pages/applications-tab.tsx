import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ExportChoice, LazyApplicationExport } from '#pwa/app/lists/export-choice.tsx';
import { RecordTab } from '#pwa/app/lists/record-tab.tsx';
import { useApplicationList } from '#pwa/app/lists/use-application-list.ts';
import { RowGestures } from '#pwa/features/applications/row-gestures.tsx';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Refresh } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { boardIcon, plusIcon } from '#pwa/ui/icons/icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { ROOMY, useMedia } from '#pwa/ui/screen/use-media.ts';

const ChosenApplications = lazyWindow(
  () => import('#pwa/features/applications/chosen-applications.tsx'),
  'ChosenApplications',
  ({ onDone }) => onDone(),
);

/** The applications, and the link to a new one. */
export function ApplicationsTab({ refresh }: { refresh: Refresh }) {
  const { t } = useText();
  const roomy = useMedia(ROOMY);
  return (
    <>
      <RecordTab
        list={useApplicationList()}
        refresh={refresh}
        action={
          <>
            {roomy && (
              <OfficeLink variant="quiet" icon={boardIcon} to={APP_PATHS.board}>
                {t('board.link')}
              </OfficeLink>
            )}
            <OfficeLink icon={plusIcon} to={APP_PATHS.newApplication} aria-keyshortcuts="N">
              {t('applications.new')}
            </OfficeLink>
          </>
        }
        gestures={(rows) => <RowGestures rows={rows} />}
        exportOf={(rows) => <ExportChoice rows={rows} Window={LazyApplicationExport} />}
        bulkActions={(chosen, onDone) => (
          <ChosenApplications chosen={chosen} Export={LazyApplicationExport} onDone={onDone} />
        )}
      />
      <RowSheets />
    </>
  );
}
