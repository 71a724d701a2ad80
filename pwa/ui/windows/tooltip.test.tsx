// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('X-07 a tooltip opens after 700 ms, the next within 300 ms at once', async () => {
  await show(
    <TooltipProvider>
      <Tooltip text="Five past three">
        <button type="button">Jan 5</button>
      </Tooltip>
      <Tooltip text="Six past four">
        <button type="button">Jan 6</button>
      </Tooltip>
    </TooltipProvider>,
  );
  const [first, second] = document.querySelectorAll('button');

  await doing(() => point(first, 'pointermove'));
  await doing(() => vi.advanceTimersByTime(699));
  expect(tip()).toBeUndefined();
  await doing(() => vi.advanceTimersByTime(1));
  expect(tip()).toBe('Five past three');

  await doing(() => first?.click());
  await doing(() => point(first, 'pointerout'));
  await doing(() => vi.advanceTimersByTime(299));
  await doing(() => point(second, 'pointermove'));
  expect(tip()).toBe('Six past four');
});

test('Q-41 a tap shows the words at once, and another takes them away', async () => {
  const moment = await aMoment();
  const tap = async () => {
    await doing(() => point(moment, 'pointerdown', 'touch'));
    await doing(() => point(moment, 'pointerup', 'touch'));
    await doing(() => moment.click());
  };

  await tap();
  expect(tip()).toBe('Five past three');
  await tap();
  expect(tip()).toBeUndefined();
});

test('X-07 what scrolls because of the focus leaves the words; Escape and losing the focus do not', async () => {
  const moment = await aMoment();
  // The test's document knows no way of focusing.
  vi.spyOn(moment, 'matches').mockImplementation(() => document.activeElement === moment);

  await doing(() => moment.focus());
  expect(tip()).toBe('Five past three');
  await doing(() => document.dispatchEvent(new Event('scroll')));
  expect(tip()).toBe('Five past three');
  await doing(() => moment.blur());
  expect(tip()).toBeUndefined();

  await doing(() => moment.focus());
  const press = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  await doing(() => moment.dispatchEvent(press));
  expect(tip()).toBeUndefined();
});

/** A button with a tooltip. */
async function aMoment(): Promise<HTMLElement> {
  await show(
    <TooltipProvider>
      <Tooltip text="Five past three">
        <button type="button">Jan 5</button>
      </Tooltip>
    </TooltipProvider>,
  );
  return the('button');
}

function point(at: Element | undefined, type: string, pointerType = 'mouse'): void {
  at?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }));
}

function tip(): string | null | undefined {
  return document.querySelector('[role="tooltip"]')?.textContent;
}
