import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** Records of a list that are chosen, to do one thing to all of them. */
export interface Selection<Id> {
  /** The list is there to choose from: a press on a row chooses it and opens nothing. */
  active: boolean;
  has: (id: Id) => boolean;
  /**
   * Chooses a record, or no longer.
   *
   * @param through all from the last one that was pressed up to this, as with Shift
   */
  toggle: (id: Id, through: boolean) => void;
  /** Chooses all records that are shown, or none. */
  setAll: (chosen: boolean) => void;
  start: () => void;
  /** Chooses nothing and lets rows open again. */
  end: () => void;
}

/**
 * What is chosen in a list whose records have these ids, in the order in which they are shown. A
 * record that is no longer shown is not chosen. Escape ends it.
 */
export function useSelection<Row, Id extends string | number>(
  rows: readonly Row[],
  idOf: (row: Row) => Id,
): { selection: Selection<Id>; chosen: readonly Row[] } {
  const [active, setActive] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<Id>>(() => new Set());
  const last = useRef<Id | null>(null);
  const chosen = useMemo(
    () => (active ? rows.filter((row) => ids.has(idOf(row))) : []),
    [active, rows, ids, idOf],
  );

  const end = useCallback(() => {
    setActive(false);
    setIds(new Set());
    last.current = null;
  }, []);
  useEscape(active, end);

  function toggle(id: Id, through: boolean): void {
    const on = !ids.has(id);
    const changed = through ? between(rows.map(idOf), last.current, id) : [id];
    const next = new Set(ids);
    for (const one of changed) {
      if (on) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    setIds(next);
  }

  const selection: Selection<Id> = {
    active,
    has: (id) => ids.has(id),
    toggle,
    setAll: (all) => setIds(new Set(all ? rows.map(idOf) : [])),
    start: () => setActive(true),
    end,
  };
  return { selection, chosen };
}

/** The ids from one to another, whichever comes first; the other alone when the one is not there. */
function between<Id>(ids: readonly Id[], one: Id | null, other: Id): readonly Id[] {
  const at = one === null ? -1 : ids.indexOf(one);
  const to = ids.indexOf(other);
  return at < 0 ? [other] : ids.slice(Math.min(at, to), Math.max(at, to) + 1);
}

/** Escape, unless a window over the page or a field with words in it takes it. */
function useEscape(active: boolean, leave: () => void): void {
  useEffect(() => {
    if (!active) return;
    function press({ key, target }: KeyboardEvent): void {
      if (key !== 'Escape' || document.querySelector('[role*="dialog"]')) return;
      if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return;
      leave();
    }
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [active, leave]);
}
