// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Language } from '#contract/fields/vocabulary.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import english from './locales/en/site.json' with { type: 'json' };
import italian from './locales/it/site.json' with { type: 'json' };
import { SiteTextProvider } from './site-text-provider.tsx';
import { useText } from './text-context.tsx';

const load = vi.hoisted(() => vi.fn());
vi.mock('./site-texts.ts', async (original) => ({ ...(await original()), loadSiteTexts: load }));

test('H-13 a language whose texts do not arrive is named in the language that is shown, and comes by a retry', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValue(italian);
  let retry = (): void => undefined;
  const told: string[] = [];
  await show(
    <SiteTextProvider
      language="en"
      texts={english}
      onMissing={(t, language, again) => {
        told.push(t('header.languageMissing', { language }));
        retry = again;
      }}
    >
      <Choice language="it" />
    </SiteTextProvider>,
  );

  await doing(() => the('button').click());
  expect(told).toEqual(['This page is not on this phone in it yet.']);
  expect(the('button').textContent).toBe(english.header.login);
  expect(localStorage.getItem('i18nextLng')).toBeNull();

  await doing(() => retry());
  expect(the('button').textContent).toBe(italian.header.login);
  expect(localStorage.getItem('i18nextLng')).toBe('it');
});

function Choice({ language }: { language: Language }) {
  const { t, chooseLanguage } = useText();
  return (
    <button type="button" onClick={() => chooseLanguage(language)}>
      {t('header.login')}
    </button>
  );
}
