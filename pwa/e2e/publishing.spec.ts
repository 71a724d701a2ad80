import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright/test';
import { daysAfter } from '#contract/deadlines/days.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import type { Person } from '#contract/people.ts';
import { NO_CONTENT, type Portrait, type SiteContent, type SiteVersion } from '#contract/site.ts';
import { placeIn } from '#contract/values/countries.ts';
import { formatDate } from '#pwa/lib/time/dates.ts';
import { aLegalIdentity } from '#server/test/bodies.ts';
import { type Agency, openAgency } from './agency.ts';
import { expect, signInTo, test } from './fixtures.ts';
import { atRest, walkTo } from './office.ts';
import { anApplication } from './server-records.ts';

const CONTENT: SiteContent = {
  settings: {
    ...NO_CONTENT.settings,
    name: 'Lucía Vega',
    city: 'Sevilla, España',
    phone: '+34 611 222 333',
    email: 'lucia@vega.example',
  },
  texts: {
    en: { 'hero.title': 'A <career> is "more" than a contract.' },
    de: { 'hero.title': 'Eine Karriere ist mehr als ein Vertrag.' },
    fr: { 'hero.title': 'Une carrière, c’est plus qu’un contrat.' },
  },
};

/** What an owner types under "Your site", by the labels of the fields. */
const OWNER = {
  Name: 'Lucía Vega',
  'City and country': 'Sevilla, España',
  'Licence number': aLegalIdentity.licence,
  Phone: '+34 611 222 333',
  'E-mail': 'lucia@vega.example',
  LinkedIn: 'https://www.linkedin.com/in/lucia-vega',
  'Person or company': aLegalIdentity.legalName,
  'Full address': aLegalIdentity.address,
  'VAT or tax number': aLegalIdentity.taxId,
  'Hosting company and country': aLegalIdentity.hosting,
};
/** A headline in each language, by the tabs of the translations manager. */
/** Where the number of players can be checked. */
const SOURCE = 'https://register.example/players';
const HEADLINES = {
  English: 'Your game, my word.',
  German: 'Ihr Spiel, mein Wort.',
  Spanish: 'Tu juego, mi palabra.',
  French: 'Votre jeu, ma parole.',
  Italian: 'Il tuo gioco, la mia parola.',
};

test.describe('on a site of its own', () => {
  let agency: Agency;
  test.beforeEach(async ({ database }) => {
    agency = await openAgency(database);
  });
  test.afterEach(() => agency.close());

  test('what is published is on the public page, before its scripts and after them, and after a restart', {
    tag: ['@phone', '@all'],
  }, async ({ browser }) => {
    const body = { base: null, content: CONTENT };
    const { id } = await agency.api<SiteVersion>('POST', '/api/site-versions', body);
    await publishedIn(agency, 'Lucía Vega');

    const { page, faults } = await visitor(browser, agency, 'de-DE');
    await page.goto(`${agency.origin}/`);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText('Eine Karriere ist mehr als ein Vertrag.');
    await expect(page.getByRole('link', { name: 'Lucía Vega' })).toBeVisible();
    await expect(page.getByText('+34 611 222 333').first()).toBeAttached();
    expect(await page.content()).not.toContain('lucia@');

    // React takes over, then the page changes its language in place.
    await page.getByRole('button', { name: 'E‑Mail-Adresse anzeigen' }).click();
    await expect(page.getByRole('link', { name: 'lucia@vega.example' })).toBeVisible();
    await expect(title).toHaveText('Eine Karriere ist mehr als ein Vertrag.');
    await page.getByRole('banner').getByRole('button', { name: 'Sprache: DE' }).click();
    await page.getByRole('link', { name: 'Français' }).click();
    await expect(title).toHaveText('Une carrière, c’est plus qu’un contrat.');
    await expect(page.getByText('Sevilla, Espagne').first()).toBeVisible();
    expect(faults).toEqual([]);
    await page.context().close();

    await agency.restart('SIGTERM');
    await publishedIn(agency, 'A &lt;career&gt; is &quot;more&quot; than a contract.');
    await agency.api('POST', '/api/site-versions', { base: id, content: NO_CONTENT });
    await publishedIn(agency, 'Football Agent');
  });

  test('legal pages name the owner in every language, without scripts and brackets, and are there without a signal', {
    tag: ['@phone', '@all'],
  }, async ({ browser }) => {
    const { page, faults } = await visitor(browser, agency, 'de-DE', { serviceWorkers: 'allow' });
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url());
    });
    await page.goto(`${agency.origin}/imprint`);
    await expect(page).toHaveTitle('Impressum · Football Agent');
    await expect(page.getByText('[Person oder Firma]').first()).toBeVisible();
    expect(scripts).toEqual([]);

    const company = { representative: 'Ana Vega', register: 'RM Sevilla 1' };
    const identity = { ...aLegalIdentity, ...company, authority: 'LfDI, Deutschland' };
    const settings = { ...CONTENT.settings, ...identity };
    const texts = { ...CONTENT.texts, de: { 'hero.title': 'Mit Łukasz und Žan' } };
    const body = { base: null, content: { settings, texts } };
    await agency.api<SiteVersion>('POST', '/api/site-versions', body);
    await publishedIn(agency, 'Lucía Vega');
    for (const path of ['/imprint', '/terms', '/privacy']) {
      for (const language of LANGUAGE_CODES) {
        await page.goto(`${agency.origin}${path}?lang=${language}`);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        await expect(page.getByText(placeIn(aLegalIdentity.address, language))).toBeVisible();
        await expect(page.getByRole('link', { name: 'lucia@vega.example' }).first()).toBeVisible();
        expect(await page.getByRole('main').innerText(), `${path} ${language}`).not.toMatch(
          /[[{%]/,
        );
        const canonical = page.locator('link[rel=canonical]');
        const address = `${agency.origin}${path}?lang=${language}`;
        await expect(canonical).toHaveAttribute('href', address);
      }
    }
    await expect(page.getByText('LfDI, Deutschland')).toBeVisible();
    await page.goto(`${agency.origin}/imprint?lang=fr`);
    await expect(page.getByText('Ana Vega, à l’adresse ci-dessus.')).toBeVisible();
    expect(scripts).toEqual([]);

    await page.goto(`${agency.origin}/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const kept = await keptFiles(page);
    // With the letters of the headline, and what the form leads to. The others come once somebody uses the page.
    expect(kept).toContainEqual(expect.stringContaining('/display-ext-'));
    expect(kept).toContain(`${agency.origin}/privacy.de.html`);
    expect(kept).not.toContain(`${agency.origin}/imprint.de.html`);
    await page.locator('#contact input[name=name]').focus();
    await expect.poll(() => keptFiles(page)).toContain(`${agency.origin}/imprint.de.html`);
    expect(faults).toEqual([]);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Impressum' }).click();
    await expect(page.getByText(aLegalIdentity.taxId)).toBeVisible();
    await page.context().close();
  });

  test('a publication is at once on a phone that has the page, at the next opening and without a signal, and an open tab offers it', {
    tag: '@phone',
  }, async ({ browser }) => {
    const { page, faults } = await visitor(browser, agency, 'de-DE', { serviceWorkers: 'allow' });
    const title = page.getByRole('heading', { level: 1 });
    await page.goto(`${agency.origin}/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await agency.api<SiteVersion>('POST', '/api/site-versions', { base: null, content: CONTENT });
    await publishedIn(agency, 'Lucía Vega');
    // Who reloads gets what the server has, on a slow line too.
    agency.tunnel.enter('hold');
    setTimeout(() => agency.tunnel.enter('open'), 600);
    await page.reload();
    await expect(title).toHaveText('Eine Karriere ist mehr als ein Vertrag.');
    await page.locator('#contact [name=name]').fill('Typed before the next publication');

    // Another tab of this browser publishes.
    const office = await page.context().newPage();
    await signInTo(agency, office);
    await office.goto(`${agency.origin}/admin/site`);
    await office.getByLabel('Name', { exact: true }).fill('Vega & Sons');
    await office.getByRole('button', { name: 'Veröffentlichen', exact: true }).click();
    const offer = page.getByText('Diese Seite wurde aktualisiert.');
    await expect(offer).toBeVisible();
    await publishedIn(agency, 'Vega &amp; Sons');
    // The picture of a shared link says the owner's words, and was drawn by this browser.
    const german = await sharedPicture(agency, office, 'de');
    expect(german).toEqual({
      path: expect.stringMatching(/^\/portrait\/\w{16}\.jpg$/),
      size: '1200x630',
    });
    expect((await sharedPicture(agency, office, 'fr')).path).not.toBe(german.path);
    const other = await page.context().newPage();
    // The worker gets it in seconds; until then a line may be too slow for its head start.
    await expect(async () => {
      await other.goto(`${agency.origin}/`);
      await expect(other.getByRole('link', { name: 'Vega & Sons' })).toBeVisible({
        timeout: 1_000,
      });
    }).toPass();
    await expect(page.locator('#contact [name=name]')).toHaveValue(/^Typed/);
    await page.getByRole('button', { name: 'Neu laden' }).click();
    await expect(page.getByRole('link', { name: 'Vega & Sons' })).toBeVisible();
    await expect(page.locator('#contact [name=name]')).toHaveValue(/^Typed/);

    expect(faults).toEqual([]);
    // A line that hangs keeps the page from nobody.
    agency.tunnel.enter('stall');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Vega & Sons' })).toBeVisible();
    agency.tunnel.enter('open');
    await page.context().close();
  });

  test('a player is shown with a consent, and is off the page as soon as that is withdrawn', {
    tag: '@phone',
  }, async ({ page, browser }) => {
    const draft = { playerName: 'Łukasz Żak', currentClub: 'FC Beispiel' };
    const { id: applicationId, email } = await anApplication(agency, draft);
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    const field = (name: string) => page.locator(`[name="shownPlayers.0.${name}"]`);
    await page.getByRole('button', { name: 'Add a Player' }).click();
    await field('name').fill('Łukasz Żak');
    await page
      .getByLabel('The player’s application')
      .selectOption({ label: 'Łukasz Żak, FC Beispiel' });
    await expect(field('club')).toHaveValue('FC Beispiel');
    await field('lines.de').fill('Linker Verteidiger');
    const publishing = page.getByRole('button', { name: 'Publish', exact: true });
    await publishing.click();
    await expect(field('consentBy')).toBeFocused();
    await field('consentBy').fill('Ewa Żak, mother');
    await field('consentOn').fill('2026-11-20');
    // A picture that is still being cropped is published as it is shown.
    await page
      .getByRole('group', { name: 'Łukasz Żak' })
      .locator('input[type=file]')
      .setInputFiles({
        name: 'face.png',
        mimeType: 'image/png',
        buffer: await aPicture(page),
      });
    await expect(page.getByRole('button', { name: 'Use This Part' })).toBeVisible();
    await publishing.click();
    await expect(page.getByText('On the site')).toBeVisible();
    await publishedIn(agency, 'Łukasz Żak');
    const exported = await agency.api<Person>('POST', '/api/people/export', { email });
    expect(exported.shownPlayers).toMatchObject([{ applicationId, consentBy: 'Ewa Żak, mother' }]);
    const own = page.getByRole('img', { name: 'Łukasz Żak' });
    await expect
      .poll(() => own.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(360);

    const { page: visiting, faults } = await visitor(browser, agency, 'de-DE');
    await visiting.goto(`${agency.origin}/`);
    const player = visiting.locator('#players li');
    await expect(player).toHaveText('Łukasz ŻakFC BeispielLinker Verteidiger');
    await player.scrollIntoViewIfNeeded();
    const picture = player.locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight))
      .toBe(450);
    const address = await picture.evaluate((image: HTMLImageElement) => image.currentSrc);
    expect(await visiting.content()).not.toContain('Ewa');

    await page.getByLabel('City and country').fill('Typed, and not published');
    await page.getByRole('button', { name: 'Consent Withdrawn' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Consent Withdrawn' }).click();
    await expect(page.getByRole('group', { name: 'Łukasz Żak' })).toHaveCount(0);
    const isShown = async () =>
      (await (await fetch(`${agency.origin}/?lang=de`)).text()).includes('Łukasz');
    await expect.poll(isShown, { timeout: 10_000 }).toBe(false);
    expect((await fetch(address)).status).toBe(404);
    await expect(page.getByLabel('City and country')).toHaveValue('Typed, and not published');
    await visiting.reload();
    await expect(visiting.locator('#players')).toHaveCount(0);
    expect(faults).toEqual([]);
    await visiting.context().close();
  });

  test('an owner chooses the drawing of the first view: it is on the page, in the picture of a shared link, and there without a signal', {
    tag: ['@phone', '@all'],
  }, async ({ page, browser }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    const choosing = page.getByRole('group', { name: 'First picture' });
    await expect(choosing.getByRole('radio', { name: 'Tactics board' })).toBeChecked();
    await choosing.getByText('Floodlights').click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('On the site')).toBeVisible();
    await publishedIn(agency, '"/drawings/night.svg"');
    const { path, size } = await sharedPicture(agency, page, 'en');
    expect([path, size]).toEqual([expect.stringMatching(/^\/portrait\/\w{16}\.jpg$/), '1200x630']);

    const allow = { serviceWorkers: 'allow' } as const;
    const { page: guest, faults } = await visitor(browser, agency, 'en-GB', allow);
    await guest.goto('/');
    const drawing = guest.locator('section:has(#hero-title) > img');
    const width = () => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBe(900);
    await guest.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => keptFiles(guest)).toContain(`${agency.origin}/drawings/night.svg`);
    expect(faults).toEqual([]);
    await guest.context().setOffline(true);
    await guest.reload();
    await expect.poll(width).toBe(900);
    await guest.context().close();
  });

  test('a rule of football that the owner changes holds in every record at once, and no visitor loads it', {
    tag: '@phone',
  }, async ({ page }) => {
    await signInTo(agency, page);
    const mandateFrom = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    const { id } = await anApplication(agency, { mandateFrom });
    await page.goto(`${agency.origin}/dashboard/applications/${id}`);
    await expect(
      page.getByText(`Report the mandate ${formatDate(daysAfter(mandateFrom, 14))}`),
    ).toBeVisible();
    await page.goto(`${agency.origin}/admin/site`);
    const days = page.getByLabel('Within days of the signature');
    await days.fill('ten');
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.click();
    await expect(page.getByText('Please enter a whole number from 1 to 365.')).toBeVisible();
    await expect(days).toBeFocused();
    await days.fill('10');
    await publish.click();
    await expect(page.getByText('On the site')).toBeVisible();
    await walkTo(page, `/dashboard/applications/${id}`);
    await expect(page.getByText('Report the mandate in 10 days')).toBeVisible();
    const visited = await fetch(agency.origin);
    expect(await visited.text()).not.toContain('Football Agent Regulations');
  });

  test('a transfer window that the owner enters stands in Today before it closes, and no visitor loads it', {
    tag: '@phone',
  }, async ({ page }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    await page.getByRole('button', { name: 'Add a Window' }).click();
    const window = page.getByRole('group', { name: 'Window 1' });
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    await publish.click();
    await expect(window.getByText('This field is required.')).toHaveCount(3);
    const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
    await window.getByLabel('Country').fill('Spanien');
    await window.getByLabel('Opens').fill(today);
    await window.getByLabel('Closes').fill(daysAfter(today, -1));
    await publish.click();
    await expect(window.getByText('A window cannot close before it opens.')).toBeVisible();
    await window.getByLabel('Opens').fill(daysAfter(today, -20));
    await window.getByLabel('Closes').fill(daysAfter(today, 10));
    await publish.click();
    await expect(page.getByText('On the site')).toBeVisible();

    await walkTo(page, '/today');
    const task = page.locator('[data-row]').filter({ hasText: 'Transfer window: Spain' });
    await expect(task).toContainText('Closes in 10 days');
    const setAside = page.getByRole('button', { name: 'Set aside: Transfer window: Spain' });
    await setAside.click();
    await expect(task).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(task).toBeVisible();
    await setAside.press('Enter');
    await expect(task).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Nothing is due')).toBeVisible();
    await expect(task).toHaveCount(0);
    const visited = await fetch(agency.origin);
    expect(await visited.text()).not.toContain('Spanien');
  });

  test('an admin hides a language, orders quotes, and hides their section', {
    tag: ['@desktop', '@all'],
  }, async ({ page, browser }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    await page.getByLabel('French').uncheck();
    await page.getByRole('searchbox', { name: 'Find a country' }).fill('uk');
    await page.getByRole('button', { name: 'Ukraine' }).click();
    await page.getByRole('searchbox', { name: 'Find a country' }).fill('po');
    await page.getByRole('button', { name: 'Portugal' }).click();
    await expect(page.getByLabel('European countries')).toHaveAttribute('placeholder', '2');
    await page.getByRole('button', { name: 'Add a Quote' }).click();
    const publishing = page.getByRole('button', { name: 'Publish', exact: true });
    await publishing.click();
    await expect(page.getByText('This field is required.')).toHaveCount(2);
    const quote = (number: number) => page.getByRole('group', { name: `Quote ${number}` });
    const write = async (number: number, text: string, who: string) => {
      await quote(number).getByLabel('Quote', { exact: true }).fill(text);
      await quote(number).getByLabel('Who said it', { exact: true }).fill(who);
    };
    await write(1, 'She told us the truth.', 'Ana, parent');
    await page.getByRole('button', { name: 'Add a Quote' }).click();
    await write(2, 'Straight answers.', 'Tom, player');
    await quote(2).getByRole('button', { name: 'Move Up' }).click();
    // What is typed outlives a reload.
    await page.reload();
    await expect(quote(1).getByLabel('Quote', { exact: true })).toHaveValue('Straight answers.');
    await publishing.click();
    await expect(page.getByText('On the site')).toBeVisible();
    await publishedIn(agency, 'Straight answers.');
    // What a card of a shared link shows has not changed: it stays the build's.
    expect(await sharedPicture(agency, page, 'de')).toMatchObject({ path: '/share/de.png' });

    const { page: french, faults } = await visitor(browser, agency, 'fr-FR', {
      serviceWorkers: 'allow',
    });
    await french.goto(`${agency.origin}/?lang=fr`);
    await expect(french.locator('html')).toHaveAttribute('lang', 'en');
    await expect(french.locator('#testimonials blockquote')).toHaveText([
      'Straight answers.',
      'She told us the truth.',
    ]);
    const figure = french.locator('#statistics li', { hasText: 'European countries' });
    await expect(figure.locator('b')).toHaveText('2');
    await expect(french.locator('#statistics svg path')).toHaveAttribute('d', /^M\d+ \d+h0M/);
    // React takes over and leaves the language as it is.
    await french.getByRole('button', { name: 'Show E-mail Address' }).click();
    await french.getByRole('banner').getByRole('button', { name: 'Language: EN' }).click();
    const menu = french.locator('#language-menu').getByRole('link');
    await expect(menu).toHaveText([/English/, /Deutsch/, /Español/, /Italiano/]);
    await french.getByRole('link', { name: 'Deutsch' }).click();
    await expect(french.locator('html')).toHaveAttribute('lang', 'de');
    await expect(french.locator('#testimonials, [href="#testimonials"]')).toHaveCount(0);
    // The worker keeps no texts that nobody can choose.
    const worker = await (await fetch(`${agency.origin}/sw.js`)).text();
    const isKept = (language: string) => {
      const [, url = ''] = new RegExp(`"${language}",[^}]*"url":"([^"]+)"`).exec(worker) ?? [];
      return french.evaluate(async (path) => {
        await navigator.serviceWorker.ready;
        return (await caches.match(path, { ignoreVary: true })) !== undefined;
      }, `/${url}`);
    };
    expect([await isKept('it'), await isKept('fr')]).toEqual([true, false]);
    const map = await (await fetch(`${agency.origin}/sitemap.xml`)).text();
    expect(map).toContain('<lastmod>');
    expect(map).not.toContain('lang=fr');

    await page.getByLabel('Hide this section and its links').check();
    await publishing.click();
    const isThere = async () =>
      (await (await fetch(`${agency.origin}/`)).text()).includes('#testim');
    await expect.poll(isThere, { timeout: 30_000 }).toBe(false);
    expect(faults).toEqual([]);
    await french.context().close();
  });

  test('a very long name stays within the header, on every width, and the first button above the fold', {
    tag: ['@desktop', '@all'],
  }, async ({ page }) => {
    const name = 'Maximiliano Fernández-Montesinos y de la Vega Sports Management';
    const jpeg = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 240, height: 300 });
      return canvas.toDataURL('image/jpeg').split(',')[1];
    });
    const picture = { jpeg, webp: null };
    const portrait = await agency.api<Portrait>('POST', '/api/portraits', picture);
    const settings = { ...CONTENT.settings, name, portrait, licence: aLegalIdentity.licence };
    const body = { base: null, content: { settings, texts: {} } };
    await agency.api<SiteVersion>('POST', '/api/site-versions', body);
    await publishedIn(agency, name);
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of ['/?lang=de', '/privacy?lang=de']) {
        await page.goto(agency.origin + path);
        const brand = page.getByRole('link', { name }).first();
        const height = () => brand.evaluate((link) => link.scrollHeight);
        await expect.poll(height, `${path} ${width}`).toBeLessThanOrEqual(64);
      }
    }
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 });
      for (const language of LANGUAGE_CODES) {
        await page.goto(`${agency.origin}/?lang=${language}`);
        const hero = page.locator('#hero');
        const first = await hero.locator('[href="#contact"]').boundingBox();
        const bottom = (first?.y ?? 0) + (first?.height ?? 0);
        expect(bottom, `${language} ${width}`).toBeLessThanOrEqual(640);
        const shown = await hero.getByRole('img', { name }).boundingBox();
        expect(shown?.width, `${language} ${width}`).toBeGreaterThan(48);
      }
    }
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.goto(`${agency.origin}/?lang=de`);
    const links = page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link');
    for (const link of await links.all()) {
      expect((await link.boundingBox())?.height).toBeLessThanOrEqual(48);
    }
  });

  test('codes and invisible characters of a machine translation are told before they are published, and one press takes them out', {
    tag: ['@phone', '@all'],
  }, async ({ page }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('Vega &amp; So\u200Bns');
    await page.getByRole('button', { name: 'Add a Quote' }).click();
    const quote = page.getByRole('group', { name: 'Quote 1' });
    await quote.getByLabel('Quote', { exact: true }).fill('Don&#39;t wait.');
    await quote.getByLabel('Who said it', { exact: true }).fill('Ana');
    await expect(name).toHaveAccessibleDescription(/&amp;, U\+200B/);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(name).toBeFocused();
    await expect(page.getByText('On the site')).toHaveCount(0);
    const cleaning = page.getByRole('button', { name: 'Clean It Up' });
    await cleaning.first().click();
    await expect(name).toHaveValue('Vega & Sons');
    await cleaning.click();
    await expect(quote.getByLabel('Quote', { exact: true })).toHaveValue("Don't wait.");
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('On the site')).toBeVisible();
    await publishedIn(agency, 'Vega &amp; Sons');

    await page.goto(`${agency.origin}/admin/translations`);
    await page.getByRole('searchbox').fill('hero.badge');
    const badge = page.getByRole('textbox', { name: 'hero.badge', exact: true });
    await badge.fill('99 careers in years: ');
    await expect(page.getByText('Missing from the original: {{years}}.')).toBeVisible();
    await page.getByRole('button', { name: '{{years}} 15+' }).click();
    await expect(badge).toHaveValue('99 careers in years: {{years}}');
    await expect(badge).toBeFocused();
    await expect(page.getByText('Missing from the original: {{years}}.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await expect(
      page.getByText('Texts of your own tell other numbers than your figures:').locator('..'),
    ).toContainText('English: 99 careers in years: {{years}}');
    await page.keyboard.press('Escape');
    await badge.fill('A &#39;great&#39; badge');
    await expect(badge).toHaveAccessibleDescription(/&#39;/);
    await page.getByRole('searchbox').fill('hero.title');
    const title = page.getByRole('textbox', { name: 'hero.title', exact: true });
    await title.fill('\uFEFFYour game');
    await cleaning.click();
    await expect(title).toHaveValue('Your game');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const sheet = page.getByRole('dialog');
    await expect(sheet.getByText(/: &#39;\./)).toBeVisible();
    await sheet.getByRole('button', { name: 'Clean It Up' }).click();
    await expect(sheet.locator('ins')).toHaveText(["A 'great' badge", 'Your game']);
    await expect(cleaning).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
    await publishedIn(agency, 'A &#x27;great&#x27; badge');
  });

  test('a wrong field gets the focus above the bar of a phone', {
    tag: ['@phone', '@all'],
  }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    const link = page.getByLabel('Link to the register');
    await link.fill('agents.fifa.com');
    // It stands under the bar.
    await link.evaluate((field) => scrollBy(0, field.getBoundingClientRect().top - 600));
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(link).toBeFocused();
    const bar = page.locator('[data-bottom-bar=actions]');
    const gap = async () => {
      const [field, below] = await Promise.all([link.boundingBox(), bar.boundingBox()]);
      return (below?.y ?? 0) - ((field?.y ?? 0) + (field?.height ?? 0));
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  });

  test('an admin crops a portrait and sets a mark on the device, publishes both, removes them and brings them back', {
    tag: ['@phone', '@all'],
  }, async ({ page, browser }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/admin/site`);
    await page.getByLabel('Name', { exact: true }).fill('Lucía Vega');
    await page.getByLabel('Licence number').fill('202412345');
    const choosing = page
      .getByLabel('Choose a Picture', { exact: true })
      .and(page.locator('input'));
    await choosing.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.from('x'),
    });
    await expect(page.getByText('This file is no picture. Choose a JPEG or PNG.')).toBeVisible();
    await choosing.setInputFiles('pwa/public/install/application-desktop.png');
    // It is as high as the part: there is room to the sides only, until it is enlarged.
    await expect(page.getByLabel('Top to bottom')).toBeDisabled();
    await page.getByLabel('Zoom').fill('2');
    // It follows the finger: to the right, and what is further left is shown.
    const shown = page.getByRole('img', { name: 'Your portrait' });
    await shown.scrollIntoViewIfNeeded();
    const { x, y } = (await shown.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 60, y + 60);
    await page.mouse.down();
    await page.mouse.move(x + 90, y + 40);
    await page.mouse.up();
    await page.mouse.move(x + 10, y + 10);
    const place = async (slider: string) => Number(await page.getByLabel(slider).inputValue());
    expect(await place('Left to right')).toBeLessThan(0.5);
    expect(await place('Top to bottom')).toBeGreaterThan(0.2);
    await page.getByRole('button', { name: 'Use This Part' }).click();
    await expect(page.getByAltText('Your portrait')).toBeVisible();
    const logo = page.getByLabel('Choose a Logo', { exact: true }).and(page.locator('input'));
    await logo.setInputFiles(anSvg('<image href="https://logo.example/a.png"/>'));
    await expect(page.getByText('Nothing can be seen of this drawing.')).toBeVisible();
    await logo.setInputFiles(
      anSvg('<script>alert(1)</script><circle cx="9" cy="9" r="8" fill="#c00"/>'),
    );
    await expect(page.getByAltText('Logo')).toHaveAttribute('src', /^data:image\/png/);
    // It is still there after a reload, and nothing of it at the server.
    await page.reload();
    await expect(page.getByAltText('Your portrait')).toHaveAttribute('src', /^data:image\/webp/);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('On the site')).toBeVisible();
    await publishedIn(agency, '="/portrait/');
    // One mark: in both headers, the icons of the app, and the picture of a shared link.
    const tileOf = (of: Page) => of.getByRole('banner').locator('image[href^="/mark/"]');
    const widthOf = (tile: Locator) =>
      tile.evaluate(async (node) => {
        const answer = await fetch(node.getAttribute('href') ?? '');
        return (await createImageBitmap(await answer.blob())).width;
      });
    await expect.poll(() => widthOf(tileOf(page))).toBe(192);
    const manifest = await page.request.get(`${agency.origin}/manifest.webmanifest?lang=fr`);
    const { icons } = await manifest.json();
    expect(
      icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`),
    ).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
    // On white, at its place beside the name: the product's is a ring.
    const { path } = await sharedPicture(agency, page, 'fr');
    expect(await redAt(page, path, { x: 94, y: 82 })).toBeGreaterThan(180);
    expect(await redAt(page, icons[2].src, { x: 256, y: 256 })).toBeGreaterThan(180);

    const { page: guest, faults } = await visitor(browser, agency, 'en-GB', {
      serviceWorkers: 'allow',
    });
    const [picture] = await Promise.all([
      guest.waitForResponse(/\/portrait\//),
      guest.goto(`${agency.origin}/`),
    ]);
    expect(picture.url()).toMatch(/\/portrait\/[0-9a-f]{16}\.webp$/);
    expect((await picture.body()).length).toBeLessThanOrEqual(25_000);
    expect(picture.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
    const portrait = guest.locator('#hero').getByRole('img', { name: 'Lucía Vega' });
    await expect(portrait).toBeInViewport();
    const width = await portrait.evaluate((img: HTMLImageElement) => img.naturalWidth);
    expect(width).toBeGreaterThanOrEqual(240);
    await expect(guest.locator('#hero').getByText('Licence 202412345')).toBeInViewport();
    const jpeg = await guest.request.get(picture.url().replace('.webp', '.jpg'));
    expect(jpeg.headers()['content-type']).toBe('image/jpeg');
    // React takes over.
    await guest.getByRole('button', { name: 'Show E-mail Address' }).click();
    await expect(guest.getByRole('link', { name: /@/ })).toBeVisible();
    await expect(portrait).toBeAttached();
    expect(await widthOf(tileOf(guest))).toBe(192);
    await expect(guest.locator('link[rel=icon]')).toHaveAttribute('href', /^\/mark\/\w{16}\.png$/);
    await guest.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    expect(faults).toEqual([]);
    // The worker has kept both, and no picture of a shared link.
    const owners = async () => (await keptFiles(guest)).filter((url) => /portrait|mark/.test(url));
    await expect
      .poll(owners)
      .toEqual([picture.url(), expect.stringMatching(/\/mark\/\w{16}\.png$/)]);
    await guest.context().setOffline(true);
    await guest.reload();
    await expect
      .poll(() => portrait.evaluate((img: HTMLImageElement) => img.naturalWidth))
      .toBeGreaterThanOrEqual(240);
    await guest.context().setOffline(false);

    await page.getByRole('button', { name: 'Remove the Portrait' }).click();
    await page.getByRole('button', { name: 'Remove the Logo' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: /^Bring Back Version/ })).toHaveCount(1);
    await expect(page.getByAltText('Your portrait')).toHaveCount(0);
    await expect(tileOf(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Bring Back Version 1' }).click();
    const question = page.getByRole('alertdialog', { name: 'Bring version 1 back?' });
    await question.getByRole('button', { name: 'Bring Back' }).click();
    await expect(page.getByAltText('Your portrait')).toBeVisible();
    await publishedIn(agency, '="/portrait/');
    await guest.reload();
    await expect(portrait).toBeVisible();
    await expect(tileOf(guest)).toBeVisible();
    await expect(tileOf(page)).toBeVisible();
    await guest.context().close();
  });

  test('what one tab publishes stands in the other, which keeps what was typed there and publishes it upon that', {
    tag: ['@desktop', '@all'],
  }, async ({ page, context }) => {
    await signInTo(agency, page);
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await tab.goto(`${agency.origin}/admin/site`);
      await expect(tab.getByText('Nothing is published yet')).toBeVisible();
    }
    const named = (tab: Page, label: string) => tab.getByLabel(label, { exact: true });
    const publish = (tab: Page) =>
      tab.getByRole('button', { name: 'Publish', exact: true }).click();
    await named(page, 'Name').fill('Lucía Vega');
    await named(other, 'Phone').fill('+34 611 222 333');
    await publish(page);
    for (const tab of [page, other]) {
      await expect(tab.getByText('Version 1', { exact: true })).toBeVisible();
      await expect(tab.getByRole('banner').getByText('Lucía Vega')).toBeVisible();
      await expect(named(tab, 'Name')).toHaveValue('Lucía Vega');
    }
    await expect(other.getByText('1 field is changed and not published yet.')).toBeVisible();
    await expect(named(other, 'Phone')).toHaveValue('+34 611 222 333');
    await publish(other);
    for (const tab of [page, other]) {
      await expect(tab.getByText('Version 2', { exact: true })).toBeVisible();
      await expect(named(tab, 'Phone')).toHaveValue('+34 611 222 333');
      await expect(named(tab, 'Name')).toHaveValue('Lucía Vega');
    }

    for (const tab of [page, other]) await tab.goto(`${agency.origin}/admin/translations`);
    const standing = await headline(other, 'English');
    await (await headline(page, 'English')).fill('Published by the first tab');
    await page.getByRole('button', { name: 'Publish…' }).click();
    await publish(page);
    await expect(standing).toHaveValue('Published by the first tab');
  });

  test('what is typed in two tabs outlives a reload, and one tab discards its own alone', {
    tag: ['@desktop', '@all'],
  }, async ({ page, context }) => {
    await signInTo(agency, page);
    const other = await context.newPage();
    const named = (tab: Page, label: string) => tab.getByLabel(label, { exact: true });
    for (const tab of [page, other]) await tab.goto(`${agency.origin}/admin/site`);
    await expect(named(page, 'Name')).toBeVisible();
    await named(other, 'Phone').fill('+34 611 222 333');
    await named(page, 'Name').fill('Lucía Vega');
    await other.reload();
    await expect(named(other, 'Phone')).toHaveValue('+34 611 222 333');
    await expect(named(other, 'Name')).toHaveValue('Lucía Vega');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await expect(named(page, 'Phone')).toHaveValue('+34 611 222 333');
    await expect(named(page, 'Name')).toHaveValue('');

    for (const tab of [page, other]) await tab.goto(`${agency.origin}/admin/translations`);
    await other.getByRole('tab', { name: 'German' }).click();
    const german = await headline(other, 'German');
    await (await headline(page, 'English')).fill('Typed in the first tab');
    await german.fill('Im zweiten Fenster');
    await page.reload();
    await expect(await headline(page, 'English')).toHaveValue('Typed in the first tab');
    await page.getByRole('tab', { name: 'German' }).click();
    await expect(await headline(page, 'German')).toHaveValue('Im zweiten Fenster');
  });

  test('what one tab discards or publishes, another tab neither shows as typed nor writes back', {
    tag: ['@desktop', '@all'],
  }, async ({ page, context }) => {
    await signInTo(agency, page);
    const other = await context.newPage();
    const named = (tab: Page, label: string) => tab.getByLabel(label, { exact: true });
    const discard = { name: 'Discard', exact: true };
    await page.goto(`${agency.origin}/admin/site`);
    await named(page, 'Name').fill('Lucía Vega');
    await named(page, 'City and country').fill('Elche');
    await other.goto(`${agency.origin}/admin/site`);
    await expect(named(other, 'Name')).toHaveValue('Lucía Vega');
    await page.getByRole('button', discard).click();
    await expect(named(other, 'Name')).toHaveValue('');
    await expect(other.getByRole('button', discard)).toHaveCount(0);
    await named(other, 'Phone').fill('+34 611 222 333');
    await page.reload();
    await expect(named(page, 'Phone')).toHaveValue('+34 611 222 333');
    await expect(named(page, 'Name')).toHaveValue('');

    // Another text for the same field stands in both tabs, and is published from one.
    await named(page, 'Phone').fill('+34 611 000 000');
    await expect(named(other, 'Phone')).toHaveValue('+34 611 000 000');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(other.getByText('Version 1', { exact: true })).toBeVisible();
    await expect(other.getByRole('button', discard)).toHaveCount(0);
    await named(other, 'E-mail').fill('lucia@vega.example');
    await page.reload();
    await expect(page.getByText('1 field is changed and not published yet.')).toBeVisible();

    await page.goto(`${agency.origin}/admin/translations`);
    await (await headline(page, 'English')).fill('Typed and dropped');
    await other.goto(`${agency.origin}/admin/translations`);
    const title = await headline(other, 'English');
    await expect(title).toHaveValue('Typed and dropped');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(title).not.toHaveValue('Typed and dropped');
    await other.getByRole('tab', { name: 'German' }).click();
    await (await headline(other, 'German')).fill('Im zweiten Fenster');
    await page.goto(`${agency.origin}/admin/translations`);
    await expect(page.getByRole('tab', { name: 'German 1' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'English', exact: true })).toBeVisible();
  });

  test('from an empty database an owner has name, portrait, quote, five languages, legal pages and contact live', {
    tag: ['@phone', '@all'],
  }, async ({ page, browser }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/today`);
    await page.getByRole('link', { name: /^Your site: \d+ things left$/ }).click();
    await expect(page.getByText('Nothing is published yet')).toBeVisible();
    await expect(page.getByText('Visitors still see samples or brackets for')).toBeVisible();
    // The first of them.
    await expect(page.getByLabel('Phone', { exact: true })).toBeFocused();
    // Each leads to its own place.
    await page.getByRole('button', { name: 'E-mail', exact: true }).click();
    await expect(page.getByLabel('E-mail', { exact: true })).toBeFocused();
    for (const [label, text] of Object.entries(OWNER)) {
      await page.getByRole('textbox', { name: label, exact: true }).fill(text);
    }
    await page
      .getByRole('spinbutton', { name: 'Days that technical logs are kept' })
      .fill(aLegalIdentity.logDays);
    await page.getByLabel('Players: link to a source').fill('register.example/players');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByLabel('Players: link to a source')).toBeFocused();
    await page.getByLabel('Players: link to a source').fill(SOURCE);
    await page.getByRole('button', { name: 'Add a Quote' }).click();
    const quote = page.getByRole('group', { name: 'Quote 1' });
    await quote.getByLabel('Quote', { exact: true }).fill('She told us the truth.');
    await quote.getByLabel('Who said it', { exact: true }).fill('Ana, parent');
    await expect(quote.getByRole('button', { name: 'Move Up' })).toHaveCount(0);
    await page
      .getByLabel('Choose a Picture', { exact: true })
      .and(page.locator('input'))
      .setInputFiles('pwa/public/install/application-desktop.png');
    await expect(page.getByText('Visitors still see samples or brackets for')).toBeVisible();
    // The part that is shown is published, also before it is confirmed.
    await expect(page.getByRole('button', { name: 'Use This Part' })).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('On the site')).toBeVisible();
    await expect(page.getByText('Visitors still see samples or brackets for')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByText('Nothing is due')).toBeVisible();
    await atRest(page);
    await expect(page.getByText(/^Your site: \d+/)).toHaveCount(0);
    expect(await page.locator('meta[name=agency-phone]').getAttribute('content')).toBe(OWNER.Phone);

    await page.goto(`${agency.origin}/admin/translations`);
    for (const [language, text] of Object.entries(HEADLINES)) {
      await page.getByRole('tab', { name: language }).click();
      const box = await headline(page, language);
      await box.fill(text);
      await expect(box).toHaveValue(text);
    }
    await page.getByRole('button', { name: 'Publish…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Publish texts' });
    await expect(sheet.getByRole('region')).toHaveCount(LANGUAGE_CODES.length);
    await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await publishedIn(agency, HEADLINES.English);

    for (const viewport of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      const { page: guest, faults } = await visitor(browser, agency, 'fr-FR', { viewport });
      await guest.goto('/');
      const title = guest.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(HEADLINES.French);
      const hero = guest.locator('#hero');
      await expect(hero.getByRole('img', { name: 'Lucía Vega' })).toBeInViewport();
      await expect(hero.getByText('Licence 202412345')).toBeVisible();
      // The quote is English.
      await expect(guest.locator('#testimonials')).toHaveCount(0);
      const sources = guest.locator('#statistics').getByRole('link', { name: /^Source/ });
      await expect(sources).toHaveCount(1);
      await expect(sources).toHaveAttribute('href', SOURCE);
      const call = guest.getByRole('link', { name: 'Appeler' });
      await expect(call).toHaveAttribute('href', 'tel:+34611222333');
      await guest.getByRole('banner').getByRole('button', { name: 'Langue : FR' }).click();
      await guest.getByRole('link', { name: 'Italiano' }).click();
      await expect(title).toHaveText(HEADLINES.Italian);
      await guest.getByRole('link', { name: 'Note legali' }).click();
      await expect(guest.getByRole('heading', { level: 1 })).toHaveText('Note legali');
      const imprint = guest.getByRole('main');
      await expect(imprint.getByText(aLegalIdentity.legalName).first()).toBeVisible();
      await expect(imprint).not.toContainText('[');
      expect(faults).toEqual([]);
      await guest.context().close();
    }
  });

  test('an admin publishes name, contact and a headline in two languages, and brings a version back', {
    tag: ['@desktop', '@all'],
  }, async ({ page, browser }) => {
    await signInTo(agency, page);
    await page.goto(`${agency.origin}/more`);
    await page.getByRole('link', { name: 'Your site' }).click();
    await expect(page.getByText('Nothing is published yet')).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill('Lucía Vega');
    await page.getByLabel('Licence number').fill('202412345');
    await page.getByLabel('Phone', { exact: true }).fill('611 222 333');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Please enter the number with +')).toBeVisible();
    await page.getByLabel('Phone', { exact: true }).fill('+34 611 222 333');
    // Nothing that was typed is lost by one press.
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('');
    await page.getByLabel('City').fill('Elche');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByLabel('City')).toHaveValue('Elche');
    await page.getByLabel('City').fill('');
    // What is typed outlives a reload, and goes nowhere without a signal.
    await page.reload();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+34 611 222 333');
    // An answer that is on its way would say that there is a network.
    await atRest(page);
    await page.context().setOffline(true);
    await expect(page.getByText('Publishing needs a connection.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish', exact: true })).toBeDisabled();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('On the site')).toBeVisible();
    await publishedIn(agency, 'Lucía Vega');

    await page.goto(`${agency.origin}/admin/translations`);
    await (await headline(page, 'English')).fill('My new headline');
    // On the page a tap opens the text that stands there.
    await page.getByRole('button', { name: 'Change on the Page' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('My new headline');
    await heading.click();
    const tapped = page.getByRole('dialog', { name: 'Change a text: English' });
    await expect(tapped.getByRole('textbox')).toHaveValue('My new headline');
    await tapped.getByRole('textbox').fill('My own headline');
    await tapped.getByRole('button', { name: 'Show on the Page' }).click();
    await expect(heading).toHaveText('My own headline');
    await page.getByRole('banner').getByRole('button', { name: 'Language: EN' }).click();
    await page.getByRole('link', { name: 'Deutsch' }).click();
    await page.locator('#hero').getByRole('link', { name: 'Kontakt aufnehmen' }).click();
    const german = page.getByRole('dialog', { name: 'Text ändern: Deutsch' });
    await expect(german.getByText('Get in Touch')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('banner').getByRole('button', { name: 'Sprache: DE' }).click();
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('tab', { name: 'German' }).click();
    const tooLong = 'Neue Spielervermittlungsüberschrift für {{wen}}';
    await (await headline(page, 'German')).fill(tooLong);
    // What is typed outlives a reload.
    page.once('dialog', (dialog) => dialog.accept());
    await page.reload();
    await page.getByRole('tab', { name: 'German' }).click();
    const title = await headline(page, 'German');
    await expect(title).toHaveValue(tooLong);
    await page.getByRole('button', { name: 'Publish…' }).click();
    await expect(page.getByText('1 text may be faulty')).toBeVisible();
    const warnings = page.getByRole('dialog').getByRole('definition');
    await expect(warnings.getByText('The page puts in no value for {{wen}}.')).toHaveCount(1);
    await expect(warnings.getByText('A word is too wide for a narrow phone')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await title.fill('Meine neue Überschrift');
    await page.getByRole('button', { name: 'Publish…' }).click();
    const sheet = page.getByRole('dialog', { name: 'Publish texts' });
    await expect(sheet.getByRole('region')).toHaveCount(2);
    await expect(sheet.getByText('Your next contract is a decision.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(sheet).toHaveCount(0);
    await publishedIn(agency, 'My own headline');

    const guest = await visitor(browser, agency, 'de-DE');
    await guest.page.goto(`${agency.origin}/`);
    const guestTitle = guest.page.getByRole('heading', { level: 1 });
    await expect(guestTitle).toHaveText('Meine neue Überschrift');
    for (const part of ['#hero', 'footer']) {
      await expect(guest.page.locator(part).getByText('Lizenz 202412345')).toBeVisible();
    }
    await expect(guest.page.getByText(/^© \d{4} Lucía Vega\./)).toBeVisible();

    await page.goto(`${agency.origin}/more`);
    await page.getByRole('link', { name: 'Your site' }).click();
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
    // Without a signal it can be read.
    await page.goBack();
    await atRest(page);
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Your site' }).click();
    await expect(page.getByLabel('Phone', { exact: true })).toHaveValue('+34 611 222 333');
    await expect(page.getByText('Version 2', { exact: true })).toBeVisible();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Bring Back Version 1' }).click();
    const question = page.getByRole('alertdialog', { name: 'Bring version 1 back?' });
    await question.getByRole('button', { name: 'Bring Back' }).click();
    await expect(page.getByText('as version 1')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Bring Back Version/ })).toHaveCount(2);
    await publishedIn(agency, 'Your next contract is a decision.');
    await guest.page.reload();
    await expect(guest.page.getByText('Lucía Vega').first()).toBeVisible();
    await expect(guestTitle).not.toHaveText('Meine neue Überschrift');
    expect(guest.faults).toEqual([]);
    await guest.page.context().close();
  });
});

/** Waits until a visitor's first response has this text. */
async function publishedIn(agency: Agency, text: string): Promise<void> {
  const isThere = async () => {
    const page = await fetch(`${agency.origin}/?lang=en`);
    return (await page.text()).includes(text);
  };
  await expect.poll(isThere, { message: text, timeout: 30_000 }).toBe(true);
}

/** A picture of a camera's size. */
async function aPicture(page: Page): Promise<Buffer> {
  const png = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 1000 });
    return canvas.toDataURL().split(',')[1];
  });
  return Buffer.from(png ?? '', 'base64');
}

/** A file with a drawing of 18 × 18. */
function anSvg(drawing: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="18" height="18">${drawing}</svg>`;
  return { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
}

/** How red a picture is at a place, without its grey: from -255 to 255. */
function redAt(page: Page, path: string, place: { x: number; y: number }): Promise<number> {
  const look = async ({ from, x, y }: { from: string; x: number; y: number }) => {
    const picture = await createImageBitmap(await (await fetch(from)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height);
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    const [red = 0, green = 0] = context?.getImageData(x, y, 1, 1).data ?? [];
    return red - green;
  };
  return page.evaluate(look, { from: path, ...place });
}

/** The picture that services show beside a link to the page in a language. */
async function sharedPicture(agency: Agency, page: Page, language: Language) {
  const html = await (await fetch(`${agency.origin}/?lang=${language}`)).text();
  const [, address = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const path = new URL(address).pathname;
  const size = await page.evaluate(async (from) => {
    const { width, height } = await createImageBitmap(await (await fetch(from)).blob());
    return `${width}x${height}`;
  }, path);
  return { path, size };
}

/** The addresses that the service worker has kept. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const caches = await globalThis.caches.keys();
    const kept = caches.map(async (name) => (await globalThis.caches.open(name)).keys());
    return (await Promise.all(kept)).flat().map(({ url }) => url);
  });
}

/** A page of somebody who was never here, with what its console tells of faults. */
async function visitor(
  browser: Browser,
  agency: Agency,
  locale: string,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ baseURL: agency.origin, locale, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (line) => {
    if (line.type() === 'error') faults.push(line.text());
  });
  return { page, faults };
}

/** The box of the headline, in the open language of the translations manager. */
async function headline(page: Page, language: string): Promise<Locator> {
  const panel = page.getByRole('tabpanel', { name: language });
  await panel.getByRole('searchbox', { name: 'Find a text' }).fill('hero.title');
  return panel.locator('[data-text="hero.title"] :is(input, textarea)');
}
