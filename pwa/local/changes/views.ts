import { keepView, removeView, type SavedView } from '#contract/views.ts';
import { type Change, defineChange, type Made } from './define-change.ts';

/** A saved view is new or changed. `seen` is the view before; null for a new one. */
export const viewSaved = defineChange({
  type: 'view-saved',
  endpoint: keepView,
  list: 'views',
  id: ({ body }: Made<SavedView, SavedView | null>) => body.id,
  touches: [],
  replacesRefused: true,
  overlay: { views: ({ body }) => body },
  accept: () => ({}),
  describe: (_, text) => text('sync.change.viewSaved'),
  done: (_, text) => text('views.done'),
  reverse: ({ body, seen }): Change =>
    seen ? viewSaved.make(seen, body) : viewRemoved.make(null, body),
  name: ({ body }) => body.name,
  texts: { name: { isRequired: true } },
  label: () => 'views.name',
});

/** A saved view is removed. */
export const viewRemoved = defineChange({
  type: 'view-removed',
  endpoint: removeView,
  list: 'views',
  id: ({ seen }: Made<null, SavedView>) => seen.id,
  touches: [],
  replacesRefused: true,
  request: () => undefined,
  overlay: { views: () => undefined },
  accept: () => ({}),
  alreadyDone: { mayBe: (_, problem) => problem === 'view-not-found' },
  describe: (_, text) => text('sync.change.viewRemoved'),
  reverse: ({ seen }): Change => viewSaved.make(seen, null),
  name: ({ seen }) => seen.name,
});
