// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { ListState } from './list-state.tsx';

const EMPTY = <p id="empty">Nothing yet</p>;
const ROWS = <p id="rows">Rows</p>;
const ASKED = { failure: null, retry: vi.fn() };

test('D-06 D-09 a list is a skeleton while it is read, and only then', async () => {
  await show(
    <ListState
      refresh={{ ...ASKED, state: 'loading' }}
      total={undefined}
      isWhole={false}
      empty={EMPTY}
    >
      {ROWS}
    </ListState>,
  );
  expect(document.querySelector('#empty, #rows')).toBeNull();
  expect(the('[role="status"]')).toBeTruthy();
});

test('D-06 D-09 an empty list is one that the server has said to be empty', async () => {
  await show(
    <ListState refresh={{ ...ASKED, state: 'ready' }} total={0} isWhole empty={EMPTY}>
      {ROWS}
    </ListState>,
  );
  expect(the('#empty').textContent).toBe('Nothing yet');
});

test('D-06 D-09 a list that could not be asked for is no empty one, and is asked for again', async () => {
  const retry = vi.fn();
  await show(
    <ListState
      refresh={{ ...ASKED, state: 'error', retry }}
      total={0}
      isWhole={false}
      empty={EMPTY}
    >
      {ROWS}
    </ListState>,
  );
  expect(document.querySelector('#empty, #rows')).toBeNull();
  expect(document.body.textContent).toContain('list.offlineText');
  await doing(() => the('button').click());
  expect(retry).toHaveBeenCalledOnce();
});

test('D-06 a list that the server refused says why, and does not speak of the connection', async () => {
  const answer = Response.json(null, { status: 503 });
  const failure = new ApiError(answer, JSON.stringify({ code: 'not-ready', message: 'Starting.' }));
  await show(
    <ListState
      refresh={{ ...ASKED, state: 'error', failure }}
      total={0}
      isWhole={false}
      empty={EMPTY}
    >
      {ROWS}
    </ListState>,
  );
  expect(document.body.textContent).toContain('problem.not-ready');
  expect(document.body.textContent).not.toContain('list.offlineText');
});

test('W-04 rows that are on this phone are shown, whatever the server says', async () => {
  await show(
    <ListState refresh={{ ...ASKED, state: 'error' }} total={3} isWhole={false} empty={EMPTY}>
      {ROWS}
    </ListState>,
  );
  expect(the('#rows').textContent).toBe('Rows');
});

test('W-05 a list whose rows cannot be read is no empty one: it loads again, or says why it cannot', async () => {
  const lost = (failure: unknown) => (
    <ListState
      refresh={{ ...ASKED, failure, state: 'ready' }}
      total={0}
      isWhole={false}
      empty={EMPTY}
    >
      {ROWS}
    </ListState>
  );
  await show(lost(null));
  expect(document.querySelector('#empty, #rows')).toBeNull();
  expect(the('[role="status"]')).toBeTruthy();

  await show(lost(new Unreachable('No network.')));
  expect(document.querySelector('#empty, #rows')).toBeNull();
  expect(document.body.textContent).toContain('list.offlineText');
});
