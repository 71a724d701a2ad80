import { newId } from '#contract/ids.ts';
import type { ProblemCode } from '#contract/problems.ts';
import type { SavedView, ViewDraft } from '#contract/views.ts';
import type { Mirror } from './mirror.ts';
import { requestSend } from './send-request.ts';

/** A view as the person sees it. */
export interface ShownView extends SavedView {
  /** It is not at the server yet. */
  isWaiting: boolean;
  refused: ProblemCode | null;
}

/** The views of the user, by name, with what was changed here laid over them. */
export async function readViews(mirror: Mirror): Promise<ShownView[]> {
  const [state, unsent] = await Promise.all([
    mirror.meta.get('views'),
    mirror.unsentViews.toArray(),
  ]);
  const views = new Map<string, ShownView>();
  for (const view of state && 'views' in state ? state.views : []) {
    views.set(view.id, { ...view, isWaiting: false, refused: null });
  }
  for (const { id, draft, refused = null } of unsent) {
    if (draft) views.set(id, { id, ...draft, isWaiting: true, refused });
    else views.delete(id);
  }
  return [...views.values()].sort((a, b) => a.name.localeCompare(b.name));
}

/** Keeps or changes a view on this device, or removes it with null, and has it sent. Throws what IndexedDB throws. */
export async function changeView(
  mirror: Mirror,
  id: string,
  draft: ViewDraft | null,
): Promise<void> {
  await mirror.unsentViews.put({ id, draft, key: newId() });
  requestSend();
}
