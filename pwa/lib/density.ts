/** Where the choice is kept on this device. */
const KEY = 'rows';
const COMFORTABLE = 'comfortable';

/** Whether rows of tables have two lines; by default they have one. */
export function hasComfortableRows(): boolean {
  return document.documentElement.dataset.rows === COMFORTABLE;
}

/** Shows tables with rows of one or two lines and keeps the choice on this device. */
export function chooseComfortableRows(wanted: boolean): void {
  show(wanted);
  try {
    if (wanted) localStorage.setItem(KEY, COMFORTABLE);
    else localStorage.removeItem(KEY);
  } catch {
    // It lasts as long as the page.
  }
  // Long lists measure their rows anew.
  window.dispatchEvent(new Event('resize'));
}

/** Shows the rows that this device keeps. */
export function showKeptRows(): void {
  try {
    show(localStorage.getItem(KEY) === COMFORTABLE);
  } catch {
    // Without storage they have one line.
  }
}

function show(isComfortable: boolean): void {
  const { dataset } = document.documentElement;
  if (isComfortable) dataset.rows = COMFORTABLE;
  else delete dataset.rows;
}
