import { type FormEvent, useState } from 'react';
import { newId } from '#contract/fields/ids.ts';
import { LONGEST_NAME, MOST_VIEWS, type SavedView, type ViewDraft } from '#contract/views.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { problemText } from '#pwa/i18n/word-text.ts';
import type { Where } from '#pwa/lib/text/where.ts';
import { viewRemoved, viewSaved } from '#pwa/local/changes/views.ts';
import { isSameName, type ShownView } from '#pwa/local/rows/saved-views.ts';
import { useColumns } from '#pwa/records/columns-store.ts';
import type { ListView } from '#pwa/records/record-definition.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { bookmarkIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './filter-sheet.module.css';
import { useSavedViews } from './use-saved-views.ts';

interface SaveViewProps {
  list: ViewDraft['list'];
  view: ListView<string, string>;
  /** The part of the filter that is saved. */
  where: Where;
  onView: (change: Partial<Pick<ListView<string, string>, 'where' | 'saved' | 'columns'>>) => void;
  onDone: () => void;
}

/** Saves what a list shows under a name, or changes and removes the saved view that is open. Works without a signal. */
export function SaveView({ list, view, where, onView, onDone }: SaveViewProps) {
  const { t } = useText();
  const change = useChange();
  const views = useSavedViews(list);
  const open = views.find(({ id }) => id === view.saved);
  const columns = useColumns((lists) => lists[list]);
  const [typed, setName] = useState<string | null>(null);
  const [error, setError] = useState<string>();
  const name = typed ?? open?.name ?? '';

  async function save(id: string): Promise<void> {
    if (name.trim() === '') return setError(t('views.nameMissing'));
    const isTaken = views.some((other) => other.id !== id && isSameName(other.name, name.trim()));
    if (isTaken) return setError(t('views.nameTaken'));
    const isNew = id !== open?.id;
    if (isNew && views.length >= MOST_VIEWS) return setError(t('problem.too-many-views'));
    const { filter, sort } = view;
    const kept = columns ? [...columns] : null;
    const saved: SavedView = { id, name: name.trim(), list, filter, sort, where, columns: kept };
    const before = isNew || !open ? null : viewOf(open);
    if (!(await change(viewSaved.make(saved, before)))) return;
    onView({ saved: id, where, columns: kept });
    onDone();
  }

  async function remove(shown: ShownView): Promise<void> {
    if (!(await change(viewRemoved.make(null, viewOf(shown))))) return;
    onView({ saved: null });
    onDone();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void save(open?.id ?? newId());
  }

  return (
    <form className={styles.view} onSubmit={submit} noValidate>
      <Field
        label={t(open ? 'views.name' : 'views.saveAs')}
        hint={t('views.nameHint')}
        error={error ?? (open?.refused ? problemText(t, open.refused) : undefined)}
        maxLength={LONGEST_NAME}
        value={name}
        onChange={({ target }) => {
          setName(target.value);
          setError(undefined);
        }}
      />
      <div className={primitives.row2}>
        <Button type="submit" icon={bookmarkIcon}>
          {t(open ? 'views.change' : 'views.save')}
        </Button>
        {open && (
          <>
            <Button variant="secondary" onClick={() => void save(newId())}>
              {t('views.saveNew')}
            </Button>
            <Button variant="quiet" icon={trashIcon} onClick={() => void remove(open)}>
              {t('views.remove')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

/** The view without its state on this device. */
function viewOf({ isWaiting: _, refused: __, ...view }: ShownView): SavedView {
  return view;
}
