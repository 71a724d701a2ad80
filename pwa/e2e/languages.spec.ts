import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIResponse, Locator, Page, Route } from 'playwright/test';
import { newId } from '#contract/fields/ids.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { ownName } from '#pwa/i18n/language-names.ts';
import type { Agency } from './agency.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { pretendFullScreen } from './full-screen.ts';
import { hydrated } from './inquiries.ts';
import { speak } from './languages.ts';
import { unfoldCampaign, walkTo } from './office.ts';
import { officeScreens } from './screens.ts';
import { aCampaign, anApplication, anInquiry, uniqueMark } from './server-records.ts';
import { PIN } from './stand.ts';

const NARROW = { width: 320, height: 700 };
const PHONE = { width: 390, height: 844 };

const FILES = ['site', 'office', 'legal'];
/** Every text key: a missing text shows as its key. */
const KEYS = new Set(textsOf('en').keys());
const PLACEHOLDER = /\{\{\w+\}\}/g;
const KEY_SHAPED = /\b[a-z]\w*(?:\.\w+)+\b/gi;

/** German, and a language of the longest text of each key, which stands in the place of German. */
const SWEEPS = [
  { name: 'German', texts: textsOf('de'), isPseudo: false },
  { name: 'the longest texts', texts: longestTexts(), isPseudo: true },
];

for (const { name: spoken, texts, isPseudo } of SWEEPS) {
  const language = 'de';
  // The longest text is the English one now and then.
  const english = isPseudo ? null : englishBeside(texts);
  // Axe looks at one of them.
  const sound = isPseudo ? '' : ', and axe finds nothing in light or dark';
  const tag = isPseudo ? ['@phone'] : ['@once'];
  const t = (key: string, values: Record<string, string> = {}) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`There is no text ${key}.`);
    return text.replace(PLACEHOLDER, (found) => values[found.slice(2, -2)] ?? found);
  };

  test(`I-06 I-07 L-22 Q-08 Q-30 every public screen is whole in ${spoken}${sound}`, {
    tag,
  }, async ({ page, context, agency }) => {
    if (isPseudo) await speakLongest(page);
    await speak(context, agency.origin, language);
    for (const [path, title] of [
      ['/', t('meta.title')],
      ['/auth', t('titles.auth')],
      ['/inquiry', t('titles.inquiry')],
      ['/privacy', t('privacy.title')],
      ['/terms', t('terms.title')],
      ['/imprint', t('imprint.title')],
      ['/nope', t('titles.notFound')],
    ] as const) {
      await page.goto(path);
      // Documents that no script takes over say in their titles what was published.
      if (!isPseudo) {
        await expect(page).toHaveTitle(path === '/' ? title : new RegExp(escaped(title)));
      }
      if (!isPseudo) await expectNothing(page, path);
      await expectWhole(page, english, path);
      if (path === '/') await expect(page.getByText(t('hero.text'))).toBeVisible();
    }

    await page.goto('/auth');
    await page.getByRole('tab', { name: t('auth.tabs.register') }).click();
    await page.getByRole('button', { name: t('auth.register.submit') }).click();
    await expect(page.getByText(t('auth.form.usernameRequired'))).toBeVisible();
    await expectWhole(page, english, 'registration with errors');

    await page.setViewportSize(NARROW);
    await page.goto('/');
    await page.getByRole('button', { name: t('header.openMenu') }).click();
    await expect(page.locator('#site-menu')).toBeVisible();
    await expectWhole(page, english, 'menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('share.open') }).click();
    await expect(page.locator('#share-menu').getByText(t('share.email'))).toBeVisible();
    await expectWhole(page, english, 'share menu');
    await page.keyboard.press('Escape');
    await page.locator('input[name=includeHistory]').check();
    await page.getByRole('button', { name: t('contact.form.submit') }).click();
    await expect(page.getByText(t('contact.form.errors.name'))).toBeVisible();
    await expectWhole(page, english, 'inquiry with errors');
  });

  test(`I-07 L-22 every screen of the back office is whole in ${spoken}${sound}`, {
    tag,
  }, async ({ page, context, agency, signIn, isMobile }) => {
    await signIn();
    if (isPseudo) await speakLongest(page);
    await speak(context, agency.origin, language);
    const { application, contact } = await someRecords(agency);

    await page.goto('/dashboard');
    await expect(page.getByRole('heading').first()).toBeVisible();
    const names: Record<string, string> = { application: 'Ana Beispiel', contact: 'Zoe Beispiel' };
    for (const { name, title, address } of officeScreens({ application, contact })) {
      // A phone shows the list instead of the board.
      if (name === 'board' && isMobile) continue;
      await walkTo(page, address);
      await expect(page, address).toHaveTitle(
        new RegExp(`^${escaped(title ? t(title) : (names[name] ?? ''))}`),
      );
      if (!isPseudo) await expectNothing(page, address);
      // The page of the texts shows keys on purpose: only its width is checked.
      if (name === 'translations') await expectNoOverflow(page, name);
      else await expectWhole(page, english, address);
    }
    await walkTo(page, `/dashboard/applications/${newId()}`);
    await expect(page).toHaveTitle(new RegExp(`^${escaped(t('titles.application'))}`));
    await expectWhole(page, english, 'an application that is not there');

    await page.setViewportSize(NARROW);
    await walkTo(page, `/dashboard/applications/${application}`);
    const actions = page.locator('[data-bottom-bar=actions]');
    await actions.getByRole('button', { name: t('applicationDetail.statusUpdate.submit') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWhole(page, english, 'status sheet');

    await walkTo(page, '/dashboard');
    await page.getByRole('button', { name: t('select.start') }).click();
    await page.getByRole('button', { name: t('select.all') }).click();
    await expect(page.getByRole('button', { name: t('select.none') })).toBeVisible();
    await expectWhole(page, english, 'applications that are chosen');
    await walkTo(page, '/dashboard?tab=contacts');
    await page.getByRole('button', { name: t('select.start') }).click();
    await page.getByRole('checkbox').first().check();
    await expectWhole(page, english, 'inquiries that are chosen');

    await walkTo(page, '/dashboard/applications/new');
    await expect(page).toHaveTitle(new RegExp(`^${escaped(t('titles.newApplication'))}`));
    await page.locator('form').getByRole('button').last().click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectWhole(page, english, 'application with errors');

    await walkTo(page, '/admin/campaigns');
    await unfoldCampaign(page, { name: 'Example Cup' });
    for (const key of [
      'campaigns.new',
      'campaigns.card.editOf',
      'campaigns.card.viewQrOf',
      'campaigns.card.deleteOf',
    ]) {
      const name = t(key, { name: 'Example Cup' });
      await page.getByRole('button', { name, exact: true }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expectWhole(page, english, key);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });

  test(`the day of an event is whole in ${spoken}: campaign, stand, other ways, private link, message, minor, flight`, {
    tag: ['@phone', '@all'],
  }, async ({ page, context, agency, tunnel, signIn }) => {
    const mark = uniqueMark();
    const whole = (where: string) => expectWhole(page, english, where);
    const named = (key: string, values?: Record<string, string>) =>
      page.getByRole('button', { name: t(key, values), exact: true });
    await pretendFullScreen(page);
    await signIn();
    if (isPseudo) await speakLongest(page);
    await speak(context, agency.origin, language);

    await page.goto('/admin/campaigns');
    await named('campaigns.new').click();
    await page.getByLabel(t('campaigns.form.name')).fill(`Cup ${mark}`);
    await page.getByLabel(t('campaigns.form.defaultLanguage')).selectOption(language);
    await page.getByText(t('campaigns.form.advanced')).click();
    await whole('a new campaign');
    await named('campaigns.form.create').click();
    await named('campaigns.qr.showCode').click();
    await expect(named('booth.handOver')).toBeVisible();
    await whole('a code in full screen');
    await named('booth.handOver').click();
    await page.getByLabel(t('booth.newPin')).fill(PIN);
    await whole('before a stand');
    await named('booth.lock').click();

    await expect(page.getByRole('heading', { name: t('booth.title') })).toBeVisible();
    await whole('a stand');
    await page.getByRole('button', { name: ownName(language) }).click();
    await fill(page.locator('form'), `Stand ${mark}`);
    await whole('the form of a stand');
    tunnel.enter('drop');
    await named('contact.form.submit').click();
    await expect(page.getByText(t('booth.kept'))).toBeVisible();
    await whole('the thanks of a stand');
    tunnel.enter('open');
    await named('booth.next').click();
    await named('booth.forAgent').click();
    await page.getByRole('dialog').getByLabel(t('booth.pin')).fill(PIN);
    await whole('a stand that is taken back');
    await named('booth.unlock').click();
    await expect(page).toHaveTitle(new RegExp(escaped(t('navigation.campaigns'))));

    await page.goto(`/?lang=${language}#contact`);
    await fill(page.locator('form[data-inquiry]'), `Way ${mark}`);
    await hydrated(page);
    tunnel.enter('drop');
    await named('contact.form.submit').click();
    await expect(named('contact.exits.contact')).toBeVisible();
    await whole('other ways to send');
    const chat = page.locator('a[href*="text="]').last();
    const text = new URL((await chat.getAttribute('href')) ?? '').searchParams.get('text') ?? '';
    tunnel.enter('open');
    const open = page.getByRole('link', { name: t('contact.receipt.open') });
    await expect(open).toBeVisible({ timeout: 30_000 });
    await whole('a receipt');
    await open.click();
    await page.getByLabel(t('contact.form.message')).fill('Left back, 20 now.');
    await named('sentInquiry.correct').click();
    await expect(page.getByText(t('sentInquiry.corrected'))).toBeVisible();
    await named('sentInquiry.withdraw.action').click();
    await whole('a private link');

    await page.goto('/dashboard/contacts/new');
    await page.getByLabel(t('message.pasted')).fill('Left back, 19, looking for a club.');
    await expect(named('message.add')).toBeVisible();
    await whole('a message without a reference');
    await page.getByLabel(t('message.pasted')).fill(text);
    await expect(page.getByText(t('message.found', { name: `Way ${mark}` }))).toBeVisible();
    await whole('a message with its reference');

    const { id } = await anApplication(agency, { dateOfBirth: '2012-02-29' });
    await page.goto(`/dashboard/applications/${id}`);
    await named('minor.record').click();
    await page.getByLabel(t('minor.guardian')).fill('María Vogt');
    await page.getByLabel(t('minor.way'), { exact: true }).selectOption('in-person');
    await page.getByText(t('minor.rules.title')).last().click();
    await whole('the consent of a guardian');
    await named('minor.record').last().click();
    await expect(page.getByText(t('minor.missing'))).toHaveCount(0);
    await expect(page.getByText(new RegExp(t('minor.ways.in-person'))).first()).toBeVisible();
    await whole('a minor');

    await page.goto('/sync');
    // A change that is not sent yet has a summary, too.
    const readiness = page.getByRole('region', { name: t('readiness.title') });
    await readiness.locator('summary').click();
    await expect(page.locator('[data-check=session]')).toBeVisible();
    await whole('what the device has');
  });
}

/** Fills in a form for an inquiry. */
async function fill(form: Locator, name: string): Promise<void> {
  await form.locator('[name=name]').fill(name);
  await form.locator('[name=email]').fill('visitor@example.org');
  await form.locator('[name=inquiryType]').selectOption('player_representation');
  await form.locator('[name=message]').fill('Left back, 19, looking for a club.');
  await form.locator('[name=privacyPolicy]').check();
}

/** A name that another journey has given (uniqueMark), which may be in English. */
const MARKED = /\d-\d+/;

/**
 * Expects a German page without a text key and English lines.
 *
 * @param english null for the longest texts, which fit the width of two phones: shorter ones do then, too
 */
async function expectWhole(page: Page, english: RegExp | null, where: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('heading').first()).toBeVisible();
  const words = await wordsOf(page);
  expect(words.match(KEY_SHAPED)?.filter((word) => KEYS.has(word)) ?? [], where).toEqual([]);
  if (english === null) await expectNoOverflow(page, where);
  else expect(words.match(english)?.filter((text) => !MARKED.test(text)) ?? [], where).toEqual([]);
}

async function expectNoOverflow(page: Page, where: string): Promise<void> {
  const before = page.viewportSize();
  for (const size of [PHONE, NARROW]) {
    await page.setViewportSize(size);
    // A table becomes a list one frame after the width changes.
    const beyond = () =>
      page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
    await expect.poll(beyond, `${where} at ${size.width} px`).toBeLessThanOrEqual(0);
  }
  if (before) await page.setViewportSize(before);
}

/** Every text of the page, including those for screen readers. */
function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const heard = ['aria-label', 'placeholder', 'title', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((one) => one.getAttribute(name)),
    );
    return [document.title, document.body.innerText, ...heard].join('\n');
  });
}

/** One record of each kind; the application has a history. */
async function someRecords(agency: Agency): Promise<{ application: string; contact: number }> {
  const { id } = await anApplication(agency, {
    playerName: `Ana ${'Beispielhausener'.repeat(12)}`,
    currentClub: 'Vereinigung'.repeat(20),
    position: 'Libero 4-3-3',
    dateOfBirth: '2004-02-29',
    agentNotes: 'Fast.',
  });
  for (const status of ['in_review', 'signed']) {
    await agency.api('PATCH', `/api/applications/${id}/status`, { status, notes: 'Seen.' });
  }
  const inquiry = await anInquiry(agency, {
    name: 'Zoe Beispiel',
    currentClub: 'ü'.repeat(200),
    inquiryType: 'career_advice',
  });
  await aCampaign(agency, { name: 'Example Cup' });
  return { application: id, contact: inquiry.id };
}

/** Matches each line that is an English text and none of these. */
function englishBeside(texts: Map<string, string>): RegExp {
  const own = new Set([...texts.values(), ...LANGUAGE_CODES.map(ownName)]);
  const foreign = [...textsOf('en').values()].filter(
    (text) =>
      !own.has(text) &&
      /[a-z]{2}/i.test(text.replace(PLACEHOLDER, '')) &&
      // One word between two names also occurs in what people write.
      !/^\{\{\w+\}\} \w+ \{\{\w+\}\}$/.test(text),
  );
  const lines = foreign.map((text) => text.split(PLACEHOLDER).map(escaped).join('[\\w ,.:-]+'));
  return new RegExp(`^(?:${lines.join('|')})$`, 'gm');
}

/** The texts of a language by their keys. */
function textsOf(language: Language): Map<string, string> {
  return new Map(FILES.flatMap((file) => [...textsIn(file, language)]));
}

function textsIn(file: string, language: Language): Map<string, string> {
  const texts = new Map<string, string>();
  collect(treeOf(file, language), '', texts);
  return texts;
}

function longestTexts(): Map<string, string> {
  const longest = new Map<string, string>();
  for (const texts of LANGUAGE_CODES.map(textsOf)) {
    for (const [key, text] of texts) {
      if (text.length > (longest.get(key)?.length ?? 0)) longest.set(key, text);
    }
  }
  return longest;
}

/** Gives the page the longest texts instead of the German ones, in documents and in the files of its scripts. */
async function speakLongest(page: Page): Promise<void> {
  const longest = longestTexts();
  const said = [...textsOf('de')].flatMap(([key, text]) => {
    const other = inHtml(longest.get(key) ?? '');
    return [
      [`>${inHtml(text)}<`, `>${other}<`],
      [`="${inHtml(text)}"`, `="${other}"`],
    ] as const;
  });
  const isDocument = ({ pathname }: URL) => !/^\/api|\./.test(pathname);
  await page.route(isDocument, async (route) => {
    const response = await fetched(route);
    const body = said.reduce(
      (html, [from, to]) => html.replaceAll(from, to),
      await response.text(),
    );
    await route.fulfill({ response, body });
  });
  await page.route(/\/assets\/(?:site|office|legal)-[^/]+\.js$/, async (route) => {
    const response = await fetched(route);
    const body = await response.text();
    const file = FILES.find((name) => route.request().url().includes(`/${name}-`)) ?? '';
    const [first = ''] = textsIn(file, 'de').values();
    const tree = replaced(treeOf(file, 'de'), '', longest);
    const isGerman = body.includes(first);
    await route.fulfill({
      response,
      body: isGerman ? `export default ${JSON.stringify(tree)}` : body,
    });
  });
}

/** The server may close a connection in the moment in which this one takes it up again. */
function fetched(route: Route): Promise<APIResponse> {
  return route.fetch({ maxRetries: 1 });
}

function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function replaced(texts: object, path: string, by: Map<string, string>): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text === 'string' ? by.get(path + name) : replaced(text, `${path}${name}.`, by),
    ]),
  );
}

function treeOf(file: string, language: Language): object {
  const path = join(import.meta.dirname, '../i18n/locales', language, `${file}.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

function collect(texts: object, path: string, into: Map<string, string>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') into.set(path + name, text);
    else collect(text, `${path}${name}.`, into);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
