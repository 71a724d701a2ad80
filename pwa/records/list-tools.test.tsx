// @vitest-environment happy-dom
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
