import { create } from 'zustand';
import { readText, writeText } from '#pwa/lib/storage/web-storage.ts';

/** Where the choice is kept on this device. */
const KEY = 'rows';
const COMFORTABLE = 'comfortable';

/** Whether the rows of a desk's tables are comfortable; by default they are compact. */
export const useDensity = create<{ isComfortable: boolean }>(() => ({
  isComfortable: readText('device', KEY) === COMFORTABLE,
}));

/** Shows comfortable or compact rows and keeps the choice on this device. */
export function chooseComfortableRows(isComfortable: boolean): void {
  useDensity.setState({ isComfortable });
  writeText('device', KEY, isComfortable ? COMFORTABLE : null);
}
