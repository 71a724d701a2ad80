import type { Application, ApplicationDraft } from '#contract/applications.ts';

/** The row of an application that the server does not have yet. `queuedAt` is ISO. */
export function newApplication(
  id: string,
  draft: ApplicationDraft & Partial<Pick<Application, 'under18'>>,
  contactId: number | null,
  queuedAt: string,
): Application {
  return {
    under18: null,
    ...draft,
    id,
    contactId,
    status: 'pending',
    followUpOn: null,
    offers: null,
    removedAt: null,
    createdAt: queuedAt,
    updatedAt: queuedAt,
    version: 0,
  };
}
