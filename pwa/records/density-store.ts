import { create } from 'zustand';

/** Where the choice is kept on this device. */
const KEY = 'rows';
const COMFORTABLE = 'comfortable';

/** Whether rows of dense tables have two lines; by default they have one. */
export const useDensity = create<{ isComfortable: boolean }>(() => ({ isComfortable: kept() }));

/** Shows dense tables with rows of one or two lines and keeps the choice on this device. */
export function chooseComfortableRows(isComfortable: boolean): void {
  useDensity.setState({ isComfortable });
  try {
    if (isComfortable) localStorage.setItem(KEY, COMFORTABLE);
    else localStorage.removeItem(KEY);
  } catch {
    // It lasts as long as the page.
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEY) === COMFORTABLE;
  } catch {
    return false;
  }
}
