import type { SavedView } from '#contract/views.ts';

/** A view without its texts: enough to remove it. No person takes such a removal back, so nothing else is read. */
export function namelessView(id: string): SavedView {
  return { id, name: '' } as SavedView;
}
