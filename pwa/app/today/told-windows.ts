import { useMemo } from 'react';
import { create } from 'zustand';
import { type WindowDay, windowDaysOf } from '#contract/deadlines/windows.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { readValue, writeValue } from '#pwa/lib/storage/web-storage.ts';
import { useToday } from '#pwa/lib/time/clock.ts';

const KEY = 'windows-aside';

interface Aside {
  userId: number;
  /** `WindowDay.key` of each day that was set aside. */
  keys: readonly string[];
}

const useAside = create<{ aside: Aside | null }>(() => ({
  aside: readValue<Aside>('device', KEY),
}));

/** A day of a transfer window, as a task. */
export type WindowTask = WindowDay & { id: string };

/** The days of transfer windows that are told today and that this user has not set aside on this device. */
export function useToldWindows(userId: number): readonly WindowTask[] {
  const today = useToday();
  const keys = useAside(({ aside }) => (aside?.userId === userId ? aside.keys : NONE));
  const windows = publishedSite()?.settings.windows;
  return useMemo(
    () =>
      windowDaysOf(windows ?? [], today)
        .filter(({ from, key }) => from <= today && !keys.includes(key))
        .map((day) => ({ ...day, id: day.key })),
    [windows, today, keys],
  );
}

const NONE: readonly string[] = [];

/** Sets the day of a window aside on this device, or shows it again. */
export function setWindowAside(userId: number, key: string, isAside: boolean): void {
  const { aside } = useAside.getState();
  const others = aside?.userId === userId ? aside.keys.filter((each) => each !== key) : [];
  const next = { userId, keys: isAside ? [...others, key] : others };
  useAside.setState({ aside: next });
  writeValue('device', KEY, next);
}
