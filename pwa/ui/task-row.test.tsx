// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { checkIcon } from './icons/site-icons.ts';
import { TaskButton } from './task-row.tsx';

test('the second tap in a place where a row has just gone does nothing to the row that came there', async () => {
  const pressed: string[] = [];
  await show(
    ['Ana', 'Bo'].map((name) => (
      <TaskButton key={name} icon={checkIcon} label={name} onClick={() => pressed.push(name)} />
    )),
  );
  const tap = (name: string, clientX: number, detail = 1) =>
    doing(() => {
      const event = new MouseEvent('click', { bubbles: true, clientX, clientY: 300, detail });
      the(`[aria-label=${name}]`).dispatchEvent(event);
    });
  await tap('Ana', 340);
  await tap('Bo', 344);
  expect(pressed).toEqual(['Ana']);
  // Elsewhere, and by a key.
  await tap('Bo', 100);
  await tap('Bo', 0, 0);
  await tap('Ana', 0, 0);
  expect(pressed).toEqual(['Ana', 'Bo', 'Bo', 'Ana']);

  // A person who goes on after a while means the row that is there.
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 600);
  await tap('Bo', 100);
  expect(pressed).toHaveLength(5);
  now.mockRestore();
});
