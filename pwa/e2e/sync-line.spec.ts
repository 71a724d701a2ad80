import { readFile } from 'node:fs/promises';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { translate } from '#pwa/i18n/translate.ts';
import { expect, test } from './fixtures.ts';
import { atRest, update, walkTo } from './office.ts';
import { lookAgain } from './queue.ts';

const KEYS = [
  'sync.offline',
  'sync.offlineWaiting',
  'sync.sending',
  'sync.waiting',
  'sync.signIn',
  'sync.signInPlain',
  'sync.refused',
  'sync.conflicts',
] as const;

test('W-20 each state of the connection is one whole line at 360 px, in every language', {
  tag: '@phone',
}, async ({ page, tunnel, application: { playerName } }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const heading = page.getByRole('heading', { name: playerName });
  await expect(heading).toBeVisible();
  const place = await heading.boundingBox();
  tunnel.enter('drop');
  await update(page, { note: 'From the train.' });
  const words = page.getByText('Offline. Changes are saved on this phone (1).');
  await expect(words).toBeVisible();
  // The page leaves room for it: nothing moves.
  expect(await heading.boundingBox()).toEqual(place);
  const line = await words.elementHandle();
  if (!line) throw new Error('There is no line.');

  const tooLong: string[] = [];
  for (const language of LANGUAGE_CODES) {
    const file = `pwa/i18n/locales/${language}/office.json`;
    const texts = JSON.parse(await readFile(file, 'utf8'));
    for (const key of KEYS) {
      const text = translate(texts, undefined, language, key, { count: 12, at: 12, of: 120 });
      const fits = await line.evaluate((element, shown) => {
        element.textContent = shown;
        const lineHeight = Number.parseFloat(getComputedStyle(element).lineHeight);
        return element.scrollWidth <= element.clientWidth && element.clientHeight < 2 * lineHeight;
      }, text);
      if (!fits) tooLong.push(text);
    }
  }
  expect(tooLong).toEqual([]);

  // In a list, which has no free strip, it lies on the subtitle.
  await walkTo(page, '/dashboard');
  const row = page.locator('[data-row]', { hasText: playerName });
  await expect(row).toBeVisible();
  const state = page.getByRole('status', { name: 'Connection and waiting changes' });
  await expect(state.getByRole('link')).toBeVisible();
  const rowPlace = await row.boundingBox();
  tunnel.enter('open');
  await lookAgain(page);
  await expect(state).toBeEmpty({ timeout: 15_000 });
  await atRest(page);
  expect(await row.boundingBox()).toEqual(rowPlace);
});
