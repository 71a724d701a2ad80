// @vitest-environment happy-dom
import { flushSync } from 'react-dom';
import { expect, test } from 'vitest';
import { doing, show } from '#pwa/test/show.tsx';
import { ListTools } from './list-tools.tsx';
import { useSelection } from './use-selection.ts';

const rows = [{ id: 1 }, { id: 2 }];

function List() {
  const { selection, chosen } = useSelection(rows, ({ id }) => id);
  return (
    <ListTools
      search={null}
      filters={null}
      sort={null}
      count=""
      isNarrowed={false}
      progress={<span>Loading 2 of 9</span>}
      selection={selection}
      chosen={chosen.length}
      of={rows.length}
    />
  );
}

test('W-05 in a list that is not whole, all that is selected is said to be a part', async () => {
  await show(<List />);
  const press = (label: string) => {
    const button = [...document.querySelectorAll('button')].find(
      (one) => one.textContent === label,
    );
    return doing(() => button?.click());
  };
  await press('select.start');
  await press('select.all');
  const status = document.querySelector('[role=status]');
  expect(status?.textContent).toBe('select.count');
  expect(status?.closest('.visually-hidden')).toBeNull();
  expect(document.body.textContent).toContain('Loading 2 of 9');
});

test('selecting that starts with the row at hand leaves the focus on it at once: the next key is for it', async () => {
  function Rows() {
    const { selection } = useSelection(rows, ({ id }) => id);
    return (
      <>
        <button type="button" onClick={() => selection.start(1)}>
          start
        </button>
        {rows.map(({ id }) => (
          <div key={id} data-row>
            {selection.active ? (
              <input type="checkbox" id={`box-${id}`} checked={selection.has(id)} readOnly />
            ) : (
              <a href={`/${id}`}>{id}</a>
            )}
          </div>
        ))}
        <ListTools
          search={null}
          filters={null}
          sort={null}
          count=""
          isNarrowed={false}
          progress={null}
          selection={selection}
          chosen={0}
          of={rows.length}
        />
      </>
    );
  }
  await show(<Rows />);
  document.querySelector<HTMLElement>('a[href="/2"]')?.focus();
  flushSync(() => document.querySelector<HTMLElement>('button')?.click());
  expect(document.activeElement?.id).toBe('box-2');
});
