import { useEffect, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { ExportChoice, LazyApplicationExport } from '#pwa/app/lists/export-choice.tsx';
import { RecordTab } from '#pwa/app/lists/record-tab.tsx';
import { useApplicationList } from '#pwa/app/lists/use-application-list.ts';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { whenAtRest } from '#pwa/lib/time/when-idle.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import type { Refresh } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { boardIcon, plusIcon } from '#pwa/ui/icons/icons.ts';
import { lazyBar, lazyExtra } from '#pwa/ui/lazy.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { ROOMY, useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';

const ChosenApplications = lazyBar(
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
              <OfficeLink
                variant="quiet"
                icon={boardIcon}
                title={t('board.link')}
                to={APP_PATHS.board}
              >
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

const SwipeRows = lazyExtra(() => import('#pwa/features/applications/swipe-rows.tsx'), 'SwipeRows');

/** Swipes on the rows of a phone; their code loads when the page has nothing else to do. */
function RowGestures({ rows }: { rows: readonly ApplicationRow[] }) {
  const wide = useMedia(WIDE);
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => whenAtRest(() => setAtRest(true)), []);
  return !wide && isAtRest && <SwipeRows rows={rows} />;
}
