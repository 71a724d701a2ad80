// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { Button } from './button.tsx';

test('F-14 a busy button says so, keeps the focus and does nothing', async () => {
  const press = vi.fn();
  await show(
    <Button busy busyLabel="Sending..." onClick={press}>
      Send
    </Button>,
  );
  const button = the<HTMLButtonElement>('button');
  button.focus();
  await doing(() => button.click());

  expect(button.textContent).toBe('Sending...');
  expect(button.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(button);
  expect(press).not.toHaveBeenCalled();
});

test('A-15 a busy submit button does not submit its form again', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  await show(
    <form onSubmit={submit}>
      <Button type="submit" busy>
        Login
      </Button>
    </form>,
  );
  await doing(() => the('button').click());

  expect(submit).not.toHaveBeenCalled();
});

test('a button that is not meant to submit does not', async () => {
  const submit = vi.fn();
  await show(
    <form onSubmit={submit}>
      <Button>More</Button>
    </form>,
  );
  await doing(() => the('button').click());

  expect(submit).not.toHaveBeenCalled();
});
