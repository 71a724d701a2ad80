// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import english from '#pwa/i18n/locales/en/office.json' with { type: 'json' };
import { TextProvider } from '#pwa/i18n/text-context.tsx';
import type { TextKey, TextValues } from '#pwa/i18n/text-key.ts';
import { translate } from '#pwa/i18n/translate.ts';
import { show, the } from '#pwa/test/show.tsx';
import { LastFailure } from './waiting-change.tsx';

const access = {
  t: (key: TextKey, values?: TextValues) => translate(english, undefined, 'en', key, values),
  language: 'en' as const,
  chooseLanguage: () => {},
};
const AT = new Date(2026, 2, 1, 14, 5).getTime();

test.each([
  [null, null, 'The server did not answer'],
  [200, null, 'The server’s answer could not be read (200)'],
  [502, null, 'Something between this device and the server answered (502)'],
  [401, 'signed-out', 'The server did not accept this sign-in (401)'],
  [403, 'forbidden', 'The server did not accept this change (403)'],
  [500, 'internal', 'The server had an internal error (500)'],
  [503, 'not-ready', 'The server could not take it at that moment (503)'],
  [429, 'too-many-requests', 'The server could not take it at that moment (429)'],
  [404, 'application-not-found', 'The server did not accept this change (404)'],
] as const)('W-12 a failure with status %s and code %s says: %s', async (status, code, words) => {
  await show(
    <TextProvider value={access}>
      <LastFailure failure={{ status, code, requestId: null, at: AT }} />
    </TextProvider>,
  );
  expect(the('p').textContent).toBe(`${words} · Mar 1, 2026, 2:05 PM`);
});

test('W-12 a failure names the request by the beginning of its id', async () => {
  const requestId = '1a2b3c4d-0000-4000-8000-000000000000';
  await show(
    <TextProvider value={access}>
      <LastFailure failure={{ status: 500, code: 'internal', requestId, at: AT }} />
    </TextProvider>,
  );
  expect(the('p').textContent).toMatch(/ · request 1a2b3c4d…$/);
});
