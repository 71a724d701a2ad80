import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { applicationLook } from '#pwa/features/applications/application-look.tsx';
import {
  useAllApplications,
  useNewestApplications,
} from '#pwa/features/applications/use-applications.ts';
import { useOwnView } from './list-views.ts';

/** The list of applications (`OfficeList`). */
export function useApplicationList() {
  return {
    ...useOwnView('applications'),
    definition: applicationDefinition,
    look: applicationLook,
    useNewest: useNewestApplications,
    useAll: useAllApplications,
  };
}
