// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import { doing, show } from '#pwa/test/show.tsx';
import { type Selection, useSelection } from './use-selection.ts';

const idOf = ({ id }: { id: number }): number => id;
const five = [5, 4, 3, 2, 1].map((id) => ({ id }));

/** A list on the screen, with its selection and what is chosen, as last rendered. */
async function aList() {
  const now: { selection?: Selection<number>; chosen: number[] } = { chosen: [] };
  let setRows: (rows: typeof five) => void = () => {};
  function List() {
    const [rows, set] = useState(five);
    setRows = set;
    const { selection, chosen } = useSelection(rows, idOf);
    Object.assign(now, { selection, chosen: chosen.map(idOf) });
    return null;
  }
  await show(<List />);
  const selection = (): Selection<number> => {
    if (!now.selection) throw new Error('The list is not on the screen.');
    return now.selection;
  };
  await doing(() => selection().start());
  return { now, selection, list: (rows: typeof five) => doing(() => setRows(rows)) };
}

test('records are chosen one by one, through to another with Shift, all, and none', async () => {
  const { now, selection } = await aList();
  await doing(() => selection().toggle(4, false));
  await doing(() => selection().toggle(2, true));
  expect(now.chosen).toEqual([4, 3, 2]);
  await doing(() => selection().toggle(3, false));
  expect(now.chosen).toEqual([4, 2]);
  await doing(() => selection().setAll(true));
  expect(now.chosen).toEqual([5, 4, 3, 2, 1]);
  await doing(() => selection().setAll(false));
  expect(now.chosen).toEqual([]);
});

test('what a filter takes out of the list is not chosen', async () => {
  const { now, selection, list } = await aList();
  await doing(() => selection().setAll(true));
  await list(five.filter(({ id }) => id > 3));
  expect(now.chosen).toEqual([5, 4]);
});

test('Escape ends it, and the next time begins with nothing', async () => {
  const { now, selection } = await aList();
  await doing(() => selection().toggle(1, false));
  await doing(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  );
  expect(selection().active).toBe(false);
  await doing(() => selection().start());
  expect(now.chosen).toEqual([]);
});
