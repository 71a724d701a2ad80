import { useCallback, useEffect, useRef, useState } from 'react';
import { hearDraft, readDraftValue, writeDraftValue } from '#pwa/lib/storage/drafts.ts';

/** How typed values are kept on this device. */
export interface TypedShape<Values extends object> {
  /** The name of the draft. */
  name: string;
  /** Values from the stored JSON; none if it has another shape. */
  parse: (stored: unknown) => Values;
  /** The value, stored as JSON; `parse` reads it again. */
  print: (values: Values) => object;
}

/** Changed values; undefined removes one. */
export type Patch<Values> = { [Name in keyof Values]?: Values[Name] | undefined };

interface TypedValues<Values extends object> {
  /** The values typed in this tab, and the values typed on this device before the tab was opened. */
  typed: Values;
  change: (patch: Patch<Values>) => void;
  /** Removes the values to which `isDropped` says yes. */
  drop: (isDropped: (name: string, value: unknown) => boolean) => void;
}

/**
 * Typed values by name that survive a reload. Tabs share them: a change writes its own values only, and a value that
 * another tab changes or drops changes or goes here, too. What another tab types anew appears with the next load.
 */
export function useTypedValues<Values extends object>(
  userId: number,
  shape: TypedShape<Values>,
): TypedValues<Values> {
  const [typed, setTyped] = useState(() => readTyped(userId, shape));
  const newest = useRef(typed);

  const show = useCallback((values: Values) => {
    newest.current = values;
    setTyped(values);
  }, []);
  const change = useCallback(
    (patch: Patch<Values>) => {
      show(patched(newest.current, patch));
      keepTyped(userId, shape, patch);
    },
    [show, userId, shape],
  );
  const drop = useCallback<TypedValues<Values>['drop']>(
    (isDropped) => {
      const dropped = Object.entries(newest.current).filter((entry) => isDropped(...entry));
      change(Object.fromEntries(dropped.map(([name]) => [name, undefined])) as Patch<Values>);
    },
    [change],
  );
  useEffect(
    () =>
      hearDraft(userId, shape.name, () => {
        const stored = Object.entries(readTyped(userId, shape));
        const own = stored.filter(([name]) => name in newest.current);
        show(Object.fromEntries(own) as Values);
      }),
    [show, userId, shape],
  );
  return { typed, change, drop };
}

/** The values typed on this device, in any tab. */
export function readTyped<Values extends object>(
  userId: number,
  { name, parse }: TypedShape<Values>,
): Values {
  return parse(readDraftValue(userId, name) ?? {});
}

/** Changes the typed values of this device; every other value stays. */
export function keepTyped<Values extends object>(
  userId: number,
  shape: TypedShape<Values>,
  patch: Patch<Values>,
): void {
  const values = patched(readTyped(userId, shape), patch);
  const isEmpty = Object.keys(values).length === 0;
  writeDraftValue(userId, shape.name, isEmpty ? null : shape.print(values));
}

function patched<Values extends object>(values: Values, patch: Patch<Values>): Values {
  const all = Object.entries({ ...values, ...patch });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as Values;
}
