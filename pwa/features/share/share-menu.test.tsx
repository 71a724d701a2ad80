// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { ShareMenu } from './share-menu.tsx';

test('S-01 S-02 Q-38 the button opens a menu of four services, copy-link and a social link', async () => {
  document.head.innerHTML = `<meta name="agency-site" content="https://agency.example" />
    <meta name="agency-linkedin" content="https://www.linkedin.com/company/agency" />`;
  await show(<ShareMenu />);

  expect(the('button[popovertarget]').getAttribute('popovertarget')).toBe(the('[popover]').id);
  expect(wordsOf('[popover] a, [popover] button')).toEqual([
    'LinkedIn',
    'Twitter',
    'Facebook',
    'E-mail',
    'Copy Link',
    'Follow on LinkedIn',
  ]);
  const [linkedin] = document.querySelectorAll<HTMLAnchorElement>('[popover] a');
  expect(linkedin?.href).toContain('url=https%3A%2F%2Fagency.example%2F');
  expect([...document.querySelectorAll('a')].at(-1)?.href).toBe(
    'https://www.linkedin.com/company/agency',
  );
});

test('S-04 Q-31 the link of the public site is copied, and said so for two seconds', async () => {
  document.head.innerHTML = '<meta name="agency-site" content="https://agency.example" />';
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  vi.useFakeTimers();
  await show(<ShareMenu />);

  await doing(() => the('[popover] button').click());
  expect(copy).toHaveBeenCalledWith('https://agency.example/');
  expect(the('[popover] button').textContent).toBe('Link Copied');
  await doing(() => vi.advanceTimersByTimeAsync(1_999));
  expect(the('[popover] button').textContent).toBe('Link Copied');
  await doing(() => vi.advanceTimersByTimeAsync(1));
  expect(the('[popover] button').textContent).toBe('Copy Link');
  vi.useRealTimers();
});

test('a link that cannot be copied is told, with the link', async () => {
  document.head.innerHTML = '<meta name="agency-site" content="https://agency.example" />';
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'));
  await show(<ShareMenu />);
  await doing(() => the('[popover] button').click());

  const toast = useToasts.getState().toasts.at(-1);
  expect(toast?.kind).toBe('destructive');
  expect(toast?.description).toContain('https://agency.example/');
  vi.restoreAllMocks();
});

function wordsOf(selector: string): (string | null)[] {
  return [...document.querySelectorAll(selector)].map((one) => one.textContent);
}
