import { KeyboardCode, type KeyboardCoordinateGetter } from '@dnd-kit/core';

/** Where the corner of a card stands in its column, in pixels. */
const CORNER = { x: 8, y: 56 };
const STEPS: Record<string, number> = { [KeyboardCode.Left]: -1, [KeyboardCode.Right]: 1 };

/** The arrows to the left and right lead a lifted card from column to column. */
export const besideColumn: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const step = STEPS[event.code];
  if (step === undefined) return undefined;
  event.preventDefault();
  const columns = [...context.droppableRects].sort(([, a], [, b]) => a.left - b.left);
  const at = columns.findIndex(([id]) => id === context.over?.id);
  const [, column] = columns[at + step] ?? [];
  return column ? { x: column.left + CORNER.x, y: column.top + CORNER.y } : currentCoordinates;
};
