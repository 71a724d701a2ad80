import { useCallback } from 'react';
import type { Application } from '#contract/applications.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { lacksConsent, needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/**
 * Returns the function by which every chooser sets a status. Where a minor's guardian should have consented and has not,
 * it asks for the consent instead. Before it rejects, a sheet offers the reasons. Needs a RowSheets on the page. Resolves
 * to whether the status is saved.
 */
export function useChooseStatus() {
  const { t } = useText();
  const mirror = useMirror();
  const change = useChange();
  return useCallback(
    async (application: ApplicationRow, status: Application['status']): Promise<boolean> => {
      if (status === application.status) return false;
      if (needsConsent(status) && (await lacksConsent(mirror, application))) {
        openSheet('consent', application, { status });
        return false;
      }
      if (status === 'rejected') {
        openSheet('reason', application);
        return false;
      }
      const name = applicationDefinition.nameOf(t, application);
      const made = statusChanged.make({ status, notes: null }, application);
      return (await change(made, { name })) !== null;
    },
    [t, mirror, change],
  );
}
