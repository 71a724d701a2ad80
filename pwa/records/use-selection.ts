import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useOpenWindow } from '#pwa/ui/windows/open-windows.ts';

/** The selected records of a list. */
export interface Selection<Id> {
  /** Selection mode: a click on a row selects it instead of opening it. */
  active: boolean;
  has: (id: Id) => boolean;
  /**
   * Selects or deselects a record.
   *
   * @param through with all records since the last click, as with Shift
   */
  toggle: (id: Id, through: boolean) => void;
  /** Selects all shown records, or none. */
  setAll: (chosen: boolean) => void;
  /** @param at the place of a row that is selected at once */
  start: (at?: number) => void;
  /** Leaves the selection mode. */
  end: () => void;
}

/**
 * The selection in a list of rows, in their order. A record that is no longer shown is not selected.
 * Escape and the way back end the selection mode.
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
  useOpenWindow(active, end);

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
    start(at = -1) {
      setActive(true);
      const row = rows[at];
      if (row) toggle(idOf(row), false);
    },
    end,
  };
  return { selection, chosen };
}

/** The ids between two ids in either order, both included; only `other` if `one` is not in the list. */
function between<Id>(ids: readonly Id[], one: Id | null, other: Id): readonly Id[] {
  const at = one === null ? -1 : ids.indexOf(one);
  const to = ids.indexOf(other);
  return at < 0 ? [other] : ids.slice(Math.min(at, to), Math.max(at, to) + 1);
}

/** Calls `leave` on Escape, unless a dialog or a field with text handles it. */
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
