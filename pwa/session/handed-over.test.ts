// @vitest-environment happy-dom
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { endHandOver, handedOver, handOver, tryPin } from './handed-over.ts';
import { HANDED_OVER_KEY } from './user-here.ts';

const CAMPAIGN = { campaignId: 7, utmSource: 'fair' };

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
  vi.spyOn(location, 'reload').mockReturnValue();
});

test('the lock holds the campaign, hides what the page showed, and opens by its PIN alone', async () => {
  document.body.append('Lena Berg');
  const cookie = vi.spyOn(document, 'cookie', 'set');
  await handOver(CAMPAIGN, 'de', '2468');
  expect(document.body.textContent).toBe('');
  expect(location.reload).toHaveBeenCalledOnce();
  expect(handedOver()).toMatchObject({ campaign: CAMPAIGN, language: 'de' });
  expect(localStorage.getItem(HANDED_OVER_KEY)).not.toContain('2468');
  expect(cookie).toHaveBeenCalledWith(
    expect.stringMatching(/^handed-over=1; path=\/; max-age=[1-9]/),
  );

  expect(await tryPin('1357')).toEqual({ kind: 'wrong', left: 9 });
  expect(await tryPin('2468')).toEqual({ kind: 'open' });
  endHandOver();
  expect(handedOver()).toBeNull();
  expect(cookie).toHaveBeenLastCalledWith(expect.stringContaining('max-age=0'));
});

test('wrong PINs cost waits that double, the tenth closes the way, and a reload forgets none', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  await handOver(CAMPAIGN, 'en', '2468');
  await tryPin('0000');
  await tryPin('0000');
  const waits: number[] = [];
  for (;;) {
    const opening = await tryPin('0000');
    if (opening.kind !== 'wait') break;
    waits.push(opening.until - Date.now());
    expect(await tryPin('2468')).toEqual(opening);
    vi.setSystemTime(opening.until);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920].map((seconds) => seconds * 1_000));
  expect(await tryPin('2468')).toEqual({ kind: 'spent' });
});

test('a lock that cannot be read stays one, and a device that cannot keep it is not handed over', async () => {
  localStorage.setItem(HANDED_OVER_KEY, '{"of": "a later version"}');
  expect(handedOver()).not.toBeNull();
  expect(await tryPin('2468')).toEqual({ kind: 'spent' });

  localStorage.clear();
  const refuse = () => {
    throw new DOMException('Full.', 'QuotaExceededError');
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(localStorage, {
      get: (kept, name) => (name === 'setItem' ? refuse : Reflect.get(kept, name)),
    }),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  await expect(handOver(CAMPAIGN, 'en', '2468')).rejects.toThrow('The lock was not stored.');
  expect(handedOver()).toBeNull();
  expect(location.reload).not.toHaveBeenCalled();
});
