/** Lets the page show what happened so far, and take a touch. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
