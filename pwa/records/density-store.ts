import { create } from 'zustand';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';

/** Where the choice is kept on this device. */
const KEY = 'rows';
const COMFORTABLE = 'comfortable';

/** Whether rows of dense tables have two lines; by default they have one. */
export const useDensity = create<{ isComfortable: boolean }>(() => ({
  isComfortable: readText('device', KEY) === COMFORTABLE,
}));

/** Shows dense tables with rows of one or two lines and keeps the choice on this device. */
export function chooseComfortableRows(isComfortable: boolean): void {
  useDensity.setState({ isComfortable });
  writeText('device', KEY, isComfortable ? COMFORTABLE : null);
}
