import { create } from 'zustand';
import type { Tab } from './dashboard-tab.ts';

/** Rows that a list starts with, and that each step down adds. */
const STEP = 50;

/** How far down each list has been opened; it stays so while the app is open. */
const useLimits = create<Record<Tab, number>>(() => ({ applications: STEP, contacts: STEP }));

/** How many rows of a list are shown, and how to ask for more. */
export function useListLimit(tab: Tab): [limit: number, more: () => void] {
  return [useLimits((limits) => limits[tab]), MORE[tab]];
}

const MORE: Record<Tab, () => void> = {
  applications: () => useLimits.setState((now) => ({ applications: now.applications + STEP })),
  contacts: () => useLimits.setState((now) => ({ contacts: now.contacts + STEP })),
};

const seen = new Map<string, unknown>();

/**
 * What a list showed last while its read is under way: a list that is come back to stands there in
 * the first frame, at its old height, so that the scroll position can be restored.
 */
export function useLastSeen<Value>(key: string, value: Value | undefined): Value | undefined {
  if (value !== undefined) seen.set(key, value);
  // Each key is written by one list only, so what is kept under it has that list's shape.
  return value ?? (seen.get(key) as Value | undefined);
}
