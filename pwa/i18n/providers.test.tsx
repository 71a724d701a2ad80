import { BroadcastChannel } from 'node:worker_threads';
// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Language } from '#contract/fields/vocabulary.ts';
import { NO_CONTENT, publicSite } from '#contract/site.ts';
import { setPublishedSite } from '#pwa/lib/published-site.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import { shippedTexts } from './all-texts.ts';
import { openTexts, type TextStore } from './i18n.ts';
import { OfficeTextProvider, useTextStore } from './office-text-provider.tsx';
import { SiteTextProvider } from './site-text-provider.tsx';
import { loadSiteTexts } from './site-texts.ts';
import { type TextAccess, useText } from './text-context.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const roots: Root[] = [];

beforeEach(() => {
  localStorage.clear();
  for (const name of ['i18next', 'i18next_chosen']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the browser's own way, as the product writes it
    document.cookie = `${name}=; path=/; expires=${new Date(0).toUTCString()}`;
  }
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en']);
});

afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
});

test('H-13 I-03 I-06 the landing page changes its language at once and remembers it', async () => {
  document.head.innerHTML = '<meta name="description" content="">';
  const onChoose = vi.fn();
  const page = await showSite('en', onChoose);
  expect(page.shown()).toBe('Get in Touch');

  await page.choose('de');
  expect(page.shown()).toBe('Kontakt aufnehmen');
  expect(document.documentElement.lang).toBe('de');
  expect(document.title).toBe('Spielerberater & Spielervermittlung im Fußball');
  expect(document.querySelector('meta')?.content).toContain('Madrid');
  expect(localStorage.getItem('i18nextLng')).toBe('de');
  expect(onChoose).toHaveBeenCalledWith('de');
});

test('Q-03 the landing page goes over to the wanted language without remembering it', async () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['fr-FR']);
  const page = await showSite('en');
  await act(async () => {
    await loadSiteTexts('fr');
  });
  expect(page.shown()).toBe('Prendre contact');
  expect(localStorage).toHaveLength(0);
});

test('I-07 the back office speaks the chosen language, with plurals and values', async () => {
  const office = await showOffice(await openTexts('en'));
  expect(office.text.t('sync.signIn', { count: 1 })).toBe('Sign in to send 1 change');
  expect(office.text.t('sync.signIn', { count: 4 })).toBe('Sign in to send 4 changes');
  expect(office.text.t('status.in_review')).toBe('In review');

  await office.choose('es');
  expect(office.text.language).toBe('es');
  expect(office.text.t('status.in_review')).toBe('En revisión');
  expect(office.text.t('age.minutes', { count: 3 })).toBe('hace 3 min');
  expect(document.documentElement.lang).toBe('es');
});

test('times of the back office follow the language that is opened, and every choice at once', async () => {
  const office = await showOffice(await openTexts('de'));
  expect(office.time()).toBe('18:15');
  await office.choose('en');
  expect(office.time()).toBe('6:15 PM');
  await office.choose('fr');
  expect(office.time()).toBe('18:15');
});

test('values of the back office are put in as they are', async () => {
  const office = await showOffice(await openTexts('en'));
  const name = '{{count}} $t(common.close) <b>';
  expect(office.text.t('applications.viewOf', { name })).toBe(`View ${name}`);
  expect(office.text.t('search.none', { query: name })).toContain(name);
});

test('I-05 a text that is missing is shown in English', async () => {
  const store = await openTexts('de');
  await store.read('en');
  const office = await showOffice(store);
  const { status: _gone, ...rest } = await shippedTexts('de');
  await act(async () => {
    store.i18n.removeResourceBundle('de', 'texts');
    store.edit('de', rest);
  });
  expect(office.text.t('status.signed')).toBe('Signed');
  expect(office.text.t('contactStatus.new')).toBe('Neu');
});

test('T-07 T-08 T-09 an edited text is on the running view at once, and nowhere else', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  const store = await openTexts('en');
  const office = await showOffice(store);
  const texts = await store.read('en');
  await act(async () =>
    store.edit('en', { ...texts, hero: { ...group(texts, 'hero'), contact: 'Call me' } }),
  );

  expect(office.shown()).toBe('Call me');
  expect(group(await store.read('en'), 'hero').contact).toBe('Call me');
  expect((await shippedTexts('en')).hero.contact).toBe('Get in Touch');
  expect((await openTexts('en')).i18n.t('hero.contact')).toBe('Get in Touch');
  expect(fetched).not.toHaveBeenCalled();
});

test('a published name is in use at once; a text that was edited in the view stays', async () => {
  onTestFinished(() => setPublishedSite(null));
  const store = await openTexts('en');
  const office = await showOffice(store);
  const texts = await store.read('en');
  await act(async () =>
    store.edit('en', { ...texts, hero: { ...group(texts, 'hero'), contact: 'Call me' } }),
  );

  const settings = { ...NO_CONTENT.settings, name: 'Lucía Vega' };
  await act(() =>
    store.follow(publicSite({ settings, texts: { en: { 'hero.contact': 'Write' } } })),
  );
  expect(office.text.t('brand.name')).toBe('Lucía Vega');
  expect(office.shown()).toBe('Call me');

  await act(() => store.follow(publicSite(NO_CONTENT)));
  expect(office.text.t('brand.name')).toBe('Football Agent');
});

test('what another tab has published is in use at once', async () => {
  vi.stubGlobal('BroadcastChannel', BroadcastChannel);
  const tab = new BroadcastChannel('published-site');
  onTestFinished(() => {
    tab.close();
    vi.unstubAllGlobals();
    setPublishedSite(null);
  });
  const office = await showOffice(await openTexts('en'));

  const settings = { ...NO_CONTENT.settings, name: 'Lucía Vega' };
  await act(async () => {
    tab.postMessage(publicSite({ settings, texts: {} }));
    await vi.waitFor(() => expect(office.text.t('brand.name')).toBe('Lucía Vega'));
  });
});

test('what is read of a language is a copy', async () => {
  const store = await openTexts('en');
  const texts = await store.read('en');
  group(texts, 'hero').contact = 'Mine';
  expect(store.i18n.t('hero.contact')).toBe('Get in Touch');
});

test('of two choices in a row the last one stands', async () => {
  const office = await showOffice(await openTexts('en'));
  await act(async () => {
    office.text.chooseLanguage('fr');
    office.text.chooseLanguage('it');
    await vi.waitFor(() => expect(localStorage).toHaveLength(1));
  });
  expect(office.text.language).toBe('it');
  expect(localStorage.getItem('i18nextLng')).toBe('it');
});

test('texts outside a provider are a mistake', () => {
  expect(() => draw(<Probe seen={{}} />)).toThrow('useText must be used within a TextProvider');
});

interface Seen {
  text?: TextAccess;
  /** Of a day, as it was drawn. */
  time?: string;
}

function Probe({ seen }: { seen: Seen }) {
  seen.text = useText();
  seen.time = formatDate('2026-02-23T18:15').split(', ')[2] ?? '';
  return <p>{seen.text.t('hero.contact')}</p>;
}

function StoreProbe({ seen }: { seen: Seen }) {
  useTextStore();
  return <Probe seen={seen} />;
}

async function showSite(language: Language, onChoose?: (language: Language) => void) {
  const texts = await loadSiteTexts(language);
  const seen: Seen = {};
  return show(
    <SiteTextProvider language={language} texts={texts} onChoose={onChoose}>
      <Probe seen={seen} />
    </SiteTextProvider>,
    seen,
  );
}

async function showOffice(store: TextStore) {
  const seen: Seen = {};
  return show(
    <OfficeTextProvider store={store}>
      <StoreProbe seen={seen} />
    </OfficeTextProvider>,
    seen,
  );
}

function show(tree: React.ReactNode, seen: Seen) {
  const box = draw(tree);
  return {
    shown: () => box.textContent,
    time: () => seen.time,
    get text(): TextAccess {
      if (!seen.text) throw new Error('Nothing was drawn.');
      return seen.text;
    },
    async choose(language: Language) {
      await act(async () => {
        seen.text?.chooseLanguage(language);
        await vi.waitFor(() => expect(localStorage.getItem('i18nextLng')).toBe(language));
      });
    },
  };
}

function draw(tree: React.ReactNode): HTMLElement {
  const box = document.createElement('div');
  const root = createRoot(box);
  roots.push(root);
  act(() => root.render(tree));
  return box;
}

function group(texts: object, name: string): Record<string, unknown> {
  return (texts as Record<string, Record<string, unknown>>)[name] ?? {};
}

test('on a wide screen English says device, as every other language does', async () => {
  const screen = { matches: false };
  const media = vi.spyOn(window, 'matchMedia').mockReturnValue(screen as MediaQueryList);
  const { translate } = await openTexts('en');
  media.mockRestore();
  expect(translate('en', 'sync.saved')).toContain('Saved on this phone.');
  screen.matches = true;
  expect(translate('en', 'sync.saved')).toContain('Saved on this device.');
});
