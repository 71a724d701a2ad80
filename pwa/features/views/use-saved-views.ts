import { useLiveQuery } from 'dexie-react-hooks';
import type { SavedView } from '#contract/views.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readViews, type ShownView } from '#pwa/local/rows/saved-views.ts';

const NONE: ShownView[] = [];

/** The user's saved views of a list, by name; empty while they are read. */
export function useSavedViews(list: SavedView['list']): readonly ShownView[] {
  const mirror = useMirror();
  const views = useLiveQuery(async () => readViews(mirror), [mirror]) ?? NONE;
  return views.filter((view) => view.list === list);
}
