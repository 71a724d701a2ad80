/** What takes the changes of this page back, the newest last, as long as their toasts have offered it. */
const undoable: (() => void)[] = [];

/** Lists what takes a change back. */
export function addUndoable(takeBack: () => void): void {
  undoable.push(takeBack);
}

/** Takes it off the list: it was done, or cannot be done any more. */
export function removeUndoable(takeBack: () => void): void {
  const at = undoable.indexOf(takeBack);
  if (at >= 0) undoable.splice(at, 1);
}

/** Takes the newest change of this page back. */
export function undoLast(): void {
  undoable.at(-1)?.();
}
