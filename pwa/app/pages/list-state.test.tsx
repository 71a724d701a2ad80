// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { ListState } from './list-state.tsx';

const EMPTY = <p id="empty">Nothing yet</p>;
const ROWS = <p id="rows">Rows</p>;

test('D-06 D-09 a list is a skeleton while it is read, and only then', async () => {
  await show(
    <ListState refresh={{ state: 'loading', retry: vi.fn() }} total={undefined} empty={EMPTY}>
      {ROWS}
    </ListState>,
  );
  expect(document.querySelector('#empty, #rows')).toBeNull();
  expect(the('[role="status"]')).toBeTruthy();
});

test('D-06 D-09 an empty list is one that the server has said to be empty', async () => {
  await show(
    <ListState refresh={{ state: 'ready', retry: vi.fn() }} total={0} empty={EMPTY}>
      {ROWS}
    </ListState>,
  );
  expect(the('#empty').textContent).toBe('Nothing yet');
});

test('D-06 D-09 a list that could not be asked for is no empty one, and is asked for again', async () => {
  const retry = vi.fn();
  await show(
    <ListState refresh={{ state: 'error', retry }} total={0} empty={EMPTY}>
      {ROWS}
    </ListState>,
  );
  expect(document.querySelector('#empty, #rows')).toBeNull();
  await doing(() => the('button').click());
  expect(retry).toHaveBeenCalledOnce();
});

test('W-04 rows that are on this phone are shown, whatever the server says', async () => {
  await show(
    <ListState refresh={{ state: 'error', retry: vi.fn() }} total={3} empty={EMPTY}>
      {ROWS}
    </ListState>,
  );
  expect(the('#rows').textContent).toBe('Rows');
});
