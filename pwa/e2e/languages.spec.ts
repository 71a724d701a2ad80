import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { newId } from '#contract/ids.ts';
import { LANGUAGE_CODES, type Language } from '#contract/vocabulary.ts';
import type { Agency } from './agency.ts';
import { expect, test } from './fixtures.ts';
import { speak } from './languages.ts';
import { aCampaign, anApplication, anInquiry } from './server-records.ts';

const NARROW = { width: 320, height: 700 };
const PHONE = { width: 390, height: 844 };

/** Every text key: a missing text shows as its key. */
const KEYS = new Set(
  ['site', 'office', 'legal'].flatMap((file) => [...leavesOf('en', file).keys()]),
);
const KEY_SHAPED = /\b[a-z]\w*(?:\.\w+)+\b/gi;

for (const language of LANGUAGE_CODES) {
  // German texts are the longest, so on a wide screen German alone is enough.
  const tag = language === 'de' ? [] : '@phone';
  const texts = new Map(
    ['site', 'office', 'legal'].flatMap((file) => [...leavesOf(language, file)]),
  );
  const t = (key: string) => {
    const text = texts.get(key);
    if (text === undefined) throw new Error(`There is no text ${key}.`);
    return text;
  };

  test(`I-06 I-07 L-22 Q-08 Q-30 every public screen is whole in ${language}`, { tag }, async ({
    page,
    context,
    agency,
  }) => {
    await speak(context, agency.origin, language);
    for (const [path, title] of [
      ['/', t('meta.title')],
      ['/auth', t('titles.auth')],
      ['/privacy', t('privacy.title')],
      ['/terms', t('terms.title')],
      ['/imprint', t('imprint.title')],
      ['/nope', t('titles.notFound')],
    ] as const) {
      await page.goto(path);
      await expect(page).toHaveTitle(path === '/' ? title : new RegExp(escaped(title)));
      await expectWhole(page, language, path);
    }

    await page.goto('/auth');
    await page.getByRole('tab', { name: t('auth.tabs.register') }).click();
    await page.getByRole('button', { name: t('auth.register.submit') }).click();
    await expect(page.getByText(t('auth.form.usernameRequired'))).toBeVisible();
    await expectWhole(page, language, 'registration with errors');

    await page.setViewportSize(NARROW);
    await page.goto('/');
    await page.getByRole('button', { name: t('header.openMenu') }).click();
    await expect(page.locator('#site-menu')).toBeVisible();
    await expectWhole(page, language, 'menu');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('share.open') }).click();
    await expect(page.locator('#share-menu').getByText(t('share.email'))).toBeVisible();
    await expectWhole(page, language, 'share menu');
    await page.keyboard.press('Escape');
    await page.locator('input[name=includeHistory]').check();
    await page.getByRole('button', { name: t('contact.form.submit') }).click();
    await expect(page.getByText(t('contact.form.errors.name'))).toBeVisible();
    await expectWhole(page, language, 'inquiry with errors');
  });

  test(`I-07 L-22 every screen of the back office is whole in ${language}`, { tag }, async ({
    page,
    context,
    agency,
    signIn,
  }) => {
    await signIn();
    await speak(context, agency.origin, language);
    const { application, contact } = await someRecords(agency);

    await page.goto('/dashboard');
    for (const [path, title] of [
      ['/dashboard', t('titles.dashboard')],
      ['/dashboard?tab=contacts', t('titles.contacts')],
      ['/dashboard/applications/new', t('titles.newApplication')],
      [`/dashboard/applications/${application}/edit`, t('titles.editApplication')],
      ['/admin/campaigns', t('titles.campaigns')],
      ['/admin/users', t('titles.users')],
      ['/account', t('titles.account')],
      ['/sync', t('titles.sync')],
      ['/more', t('titles.more')],
      [`/dashboard/applications/${application}`, 'Ana Beispiel'],
      [`/dashboard/contacts/${contact}`, 'Zoe Beispiel'],
      [`/dashboard/applications/${newId()}`, t('titles.application')],
    ] as const) {
      await walkTo(page, path);
      await expect(page, path).toHaveTitle(new RegExp(`^${escaped(title)}`));
      await expectWhole(page, language, path);
    }

    await page.setViewportSize(NARROW);
    await page.goto(`/dashboard/applications/${application}`);
    const actions = page.locator('[data-bottom-bar=actions]');
    await actions.getByRole('button', { name: t('applicationDetail.statusUpdate.submit') }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectWhole(page, language, 'status sheet');

    await walkTo(page, '/dashboard');
    await page.getByRole('button', { name: t('select.start') }).click();
    await page.getByRole('button', { name: t('select.all') }).click();
    await expect(page.getByRole('button', { name: t('select.none') })).toBeVisible();
    await expectWhole(page, language, 'applications that are chosen');
    await walkTo(page, '/dashboard?tab=contacts');
    await page.getByRole('button', { name: t('select.start') }).click();
    await page.getByRole('checkbox').first().check();
    await expectWhole(page, language, 'inquiries that are chosen');

    await walkTo(page, '/dashboard/applications/new');
    await expect(page).toHaveTitle(new RegExp(`^${escaped(t('titles.newApplication'))}`));
    await page.locator('form').getByRole('button').last().click();
    await expect(page.locator('[aria-invalid=true]').first()).toBeVisible();
    await expectWhole(page, language, 'application with errors');

    await walkTo(page, '/admin/campaigns');
    for (const key of [
      'campaigns.new',
      'campaigns.card.editOf',
      'campaigns.card.viewQrOf',
      'campaigns.card.deleteOf',
    ]) {
      const name = t(key).replace('{{name}}', 'Example Cup');
      await page.getByRole('button', { name, exact: true }).first().click();
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(dialog).toBeVisible();
      await expectWhole(page, language, key);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }

    // This page shows keys on purpose: only its width is checked.
    await walkTo(page, '/admin/translations');
    await expect(page).toHaveTitle(new RegExp(escaped(t('titles.translations'))));
    await expectNoOverflow(page, 'translations');
  });
}

/** Leads the open app to another page, as a link does, without loading it anew. */
async function walkTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Expects a page in this language without a text key, which fits the width of two phones. */
async function expectWhole(page: Page, language: Language, where: string): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading').first()).toBeVisible();
  const keys = (await wordsOf(page)).match(KEY_SHAPED)?.filter((word) => KEYS.has(word)) ?? [];
  expect(keys, where).toEqual([]);
  await expectNoOverflow(page, where);
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
    playerName: `Ana ${'Beispielhausener'.repeat(3)}`,
    currentClub: 'FC Nowhere',
    position: 'Left back',
    dateOfBirth: '2004-02-29',
    agentNotes: 'Fast.',
  });
  for (const status of ['in_review', 'signed']) {
    await agency.api('PATCH', `/api/applications/${id}/status`, { status, notes: 'Seen.' });
  }
  const inquiry = await anInquiry(agency, {
    name: 'Zoe Beispiel',
    inquiryType: 'career_advice',
  });
  await aCampaign(agency, { name: 'Example Cup' });
  return { application: id, contact: inquiry.id };
}

function leavesOf(language: Language, file: string): Map<string, string> {
  const path = join(import.meta.dirname, '../i18n/locales', language, `${file}.json`);
  const leaves = new Map<string, string>();
  collect(JSON.parse(readFileSync(path, 'utf8')), '', leaves);
  return leaves;
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
