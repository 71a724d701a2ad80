import { newId } from '#contract/fields/ids.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { LONGEST_NAME, type SavedView, type ViewDraft } from '#contract/views.ts';
import { foldText } from '#pwa/lib/text/fold-text.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
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
  return withOwnNames([...views.values()]).sort((a, b) => a.name.localeCompare(b.name));
}

/** Whether two views of a list would be taken for each other. */
export function isSameName(one: string, other: string): boolean {
  return foldText(one) === foldText(other);
}

/**
 * Without a signal two devices may give one name to two views: the one that was made later is shown as "Name (2)", and
 * called so from its next change on.
 */
function withOwnNames(views: readonly ShownView[]): ShownView[] {
  const keyOf = (view: ShownView, name: string) => `${view.list} ${foldText(name)}`;
  const made = new Set(views.map((view) => keyOf(view, view.name)));
  const given = new Set<string>();
  // Ids are in the order in which they were made.
  return [...views]
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map((view) => {
      let key = keyOf(view, view.name);
      let { name } = view;
      for (let at = 2; given.has(key) || (at > 2 && made.has(key)); at += 1) {
        name = `${view.name.slice(0, LONGEST_NAME - 5)} (${at})`;
        key = keyOf(view, name);
      }
      given.add(key);
      return { ...view, name };
    });
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
