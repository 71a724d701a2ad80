import type { Application } from '#contract/applications.ts';
import { needsConsent } from '#pwa/features/applications/consent/minor-status.ts';
import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { minorOf } from '#pwa/lib/time/minor.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { useSaveStatus } from './use-save-status.ts';

/**
 * Returns a function that saves the status to which a gesture has moved an application. For a minor whose
 * guardian should be asked it opens the statuses instead: that sheet knows whether a consent is recorded.
 * Needs a RowSheets on the page. Returns false if nothing is saved yet.
 */
export function useMove() {
  const save = useSaveStatus();
  return (application: ApplicationRow, status: Application['status']): boolean => {
    if (needsConsent(status) && minorOf(application)) {
      openSheet('status', application);
      return false;
    }
    void save(application, { status, notes: null });
    return true;
  };
}
