// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { useMemo, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { MirrorProvider } from '#pwa/local/database/mirror-context.tsx';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { useListLeft, useSteadyRows } from './list-orders.ts';

interface Read {
  /** The letters of the rows that are read, in the list's own order. */
  found: string;
  isWhole: boolean;
}

const VIEW = {};
const idOf = (row: string) => row;

let reads: (read: Read) => Promise<void>;

function List({ first }: { first: Read }) {
  const [{ found, isWhole }, setRead] = useState(first);
  reads = (read) => doing(() => setRead(read));
  const known = useMemo(() => [...found], [found]);
  const steady = useSteadyRows({
    tab: 'applications',
    view: VIEW,
    found: known,
    known,
    isWhole,
    idOf,
  });
  useListLeft();
  return (
    <main>
      <output>{`${steady.rows.join('')} ${steady.moved} ${steady.came}`}</output>
    </main>
  );
}

beforeEach(() => document.body.replaceChildren());

const shown = () => the('output').textContent;
const touch = () => doing(() => the('main').dispatchEvent(new Event('wheel', { bubbles: true })));

async function listOf(first: Read): Promise<void> {
  await show(
    <MirrorProvider value={signedIn().mirror}>
      <List first={first} />
    </MirrorProvider>,
  );
}

test('a list that nobody has touched follows', async () => {
  await listOf({ found: 'ABC', isWhole: true });
  await reads({ found: 'CAB', isWhole: true });
  expect(shown()).toBe('CAB 0 0');
});

test('rows keep their places from a touch on, also one before all records are read', async () => {
  await listOf({ found: 'ABC', isWhole: false });
  await touch();
  await reads({ found: 'CAB', isWhole: false });
  expect(shown()).toBe('ABC 1 0');
  await reads({ found: 'CABDE', isWhole: false });
  expect(shown()).toBe('ABCDE 1 0');
  await reads({ found: 'CABDEF', isWhole: true });
  expect(shown()).toBe('ABCDEF 1 0');
  await reads({ found: 'NCABDEF', isWhole: true });
  expect(shown()).toBe('ABCDEF 1 1');
});
