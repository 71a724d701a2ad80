// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { NO_CONTENT, type PublicSite, publicSite } from '#contract/site.ts';
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import { descriptionOf, loadSiteTexts } from '#pwa/i18n/site-texts.ts';
import { setPublishedSite } from '#pwa/lib/published-site.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { LandingPage } from './landing-page.tsx';

afterEach(() => setPublishedSite(null));
beforeEach(() => {
  document.head.innerHTML = `<meta name="agency-phone" content="+34 600 000 001" />
    <meta name="agency-mail" content="${btoa('agent@agency.example')}" />
    <meta name="agency-linkedin" content="https://www.linkedin.com/company/agency" />`;
});

test('L-02 L-03 the sections stand in their order, and every anchor has its target', async () => {
  await showPage();

  expect([...document.querySelectorAll('header, main section, footer')].map(nameOf)).toEqual([
    'header',
    'hero',
    'about',
    'services',
    'statistics',
    'testimonials',
    'call-to-action',
    'contact',
    'footer',
  ]);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    expect(document.getElementById(link.hash.slice(1))).not.toBeNull();
  }
});

test('L-04 L-05 the hero has its badge and its two ways on', async () => {
  await showPage();

  expect(the('#hero').textContent).toContain('15+ Years Industry Experience');
  expect(linksIn('#hero')).toEqual([
    ['Get in Touch', '#contact'],
    ['View Services', '#services'],
  ]);
});

test('L-06 L-07 about has four features, services has six', async () => {
  await showPage();

  expect(titlesIn('#about')).toEqual([
    'Contract negotiation',
    'Career planning',
    'Club relationships',
    'Personal support',
  ]);
  expect(titlesIn('#services')).toEqual([
    'Contract negotiation',
    'Talent scouting',
    'Career development',
    'International transfers',
    'Image and PR management',
    'Financial planning',
  ]);
});

test('L-08 the four figures are what they are', async () => {
  await showPage();

  expect([...document.querySelectorAll('#statistics li')].map((one) => one.textContent)).toEqual([
    '100+ players represented',
    '15+ years experience',
    '12 European countries',
    '€50M+ in negotiated contracts',
  ]);
});

test('L-09 L-10 the band before the form leads to it, and the claims are made', async () => {
  await showPage();

  expect(linksIn('#call-to-action')).toEqual([['Start the Conversation', '#contact']]);
  const words = document.body.textContent;
  for (const claim of [
    'over 15 years',
    'more than 100 players',
    'Madrid, Spain',
    'Frequent travel across Europe',
    'within 48 hours',
  ]) {
    expect(words).toContain(claim);
  }
});

test('L-11 Q-07 one note marks the testimonials as samples', async () => {
  await showPage();

  expect(the('#testimonials h2').textContent).toBe('What players and clubs say');
  const voices = [...document.querySelectorAll('#testimonials figure')];
  expect(voices).toHaveLength(3);
  expect(the('#testimonials').textContent).toContain('These quotes are samples');
});

test("L-11 published quotes take the place of the samples, in the page's language alone", async () => {
  const said = { who: 'Ana R., player', link: 'https://example.org/ana', hidden: false };
  const quotes = [
    { ...said, language: 'de' as const, text: 'Ein guter Rat.' },
    { ...said, language: 'en' as const, text: 'Good advice.' },
  ];
  publish({ quotes });
  await showPage();
  const shown = () => [...document.querySelectorAll('#testimonials blockquote')];
  expect(shown().map((one) => one.textContent)).toEqual(['Good advice.']);
  expect(linksIn('#testimonials')).toEqual([['Ana R., player', 'https://example.org/ana']]);
  expect(the('#testimonials').textContent).not.toContain('samples');

  document.body.replaceChildren();
  publish({ quotes: quotes.slice(0, 1) });
  await showPage();
  expect(document.querySelector('#testimonials, [href="#testimonials"]')).toBeNull();
});

test('a hidden section of quotes leaves no link to it, and a hidden language none either', async () => {
  publish({ hidesQuotes: true, hiddenLanguages: ['fr', 'it'] });
  await showPage();
  expect(document.querySelector('#testimonials, [href="#testimonials"]')).toBeNull();
  const languages = [...document.querySelectorAll('#language-menu a')];
  expect(languages.map((one) => one.getAttribute('hreflang'))).toEqual(['en', 'de', 'es']);
});

test('the city of the settings stands wherever the page names one, in its language, and the name begins the title', async () => {
  const settings = { ...NO_CONTENT.settings, city: 'Sevilla, España', name: 'Lucía Vega' };
  const own = { de: { 'contact.location.place': 'Im Herzen Sevillas' } };
  setPublishedSite(publicSite({ settings, texts: own }));
  const texts = await loadSiteTexts('en');
  await show(
    <SiteTextProvider language="en" texts={texts}>
      <LandingPage signedIn={false} form={null} />
    </SiteTextProvider>,
  );
  for (const place of ['#about', '#contact', 'footer']) {
    expect(the(place).textContent).toContain('Sevilla, Spain');
  }
  expect(descriptionOf(texts)).toContain('Office in Sevilla, Spain.');
  expect((await loadSiteTexts('fr')).contact.location.place).toBe('Sevilla, Espagne');
  expect((await loadSiteTexts('de')).contact.location.place).toBe('Im Herzen Sevillas');
  expect(document.title).toBe('Lucía Vega – Football Agent & Player Recruitment');
  expect(document.body.textContent).not.toContain('Madrid');
});

test('L-12 L-15 L-16 L-17 the ways to reach the agent', async () => {
  await showPage();

  expect(the('#contact h2').textContent).toBe('Get in touch');
  expect(the('#contact').textContent).toContain('Madrid, Spain');
  expect(linksIn('#contact')).toEqual([
    ['Call', 'tel:+34600000001'],
    ['WhatsApp', 'https://wa.me/34600000001'],
    ['Follow on LinkedIn', 'https://www.linkedin.com/company/agency'],
  ]);
});

test('L-13 L-14 the e-mail address is shown by a press, and takes the focus', async () => {
  await showPage();
  expect(document.body.innerHTML).not.toContain('agent@agency.example');
  expect(document.querySelector('#contact [href^="mailto:"]')).toBeNull();

  await doing(() => the('#contact button').click());
  const link = the<HTMLAnchorElement>('#contact [href^="mailto:"]');
  expect(link.href).toBe('mailto:agent@agency.example');
  expect(link.textContent).toBe('agent@agency.example');
  expect(document.activeElement).toBe(link);
});

test('L-18 L-19 L-20 L-21 Q-09 Q-39 the footer has its links, and social icons that lead nowhere', async () => {
  await showPage();

  expect(linksIn('footer')).toEqual([
    ['About', '#about'],
    ['Services', '#services'],
    ['Testimonials', '#testimonials'],
    ['Contact', '#contact'],
    ['+34 600 000 001', 'tel:+34600000001'],
    ['Privacy Policy', '/privacy?lang=en'],
    ['Terms of Service', '/terms?lang=en'],
    ['Legal Notice', '/imprint?lang=en'],
    ['Manage Translations', '/admin/translations'],
  ]);
  expect(the('footer').textContent).toContain(
    'Representation for football players across Europe. Office in Madrid, Spain.',
  );
  expect(the('footer').textContent).toContain(`© ${new Date().getFullYear()}`);
  expect(the('footer div[aria-hidden=true]').querySelectorAll('svg')).toHaveLength(3);
});

test('H-03 H-05 an anonymous visitor sees four anchors and the login', async () => {
  await showPage();

  expect(linksIn('header [popover]:first-of-type').slice(0, 5)).toEqual([
    ['About', '#about'],
    ['Services', '#services'],
    ['Testimonials', '#testimonials'],
    ['Contact', '#contact'],
    ['Login', '/api/login'],
  ]);
  expect(document.querySelector('[href="/dashboard"], [href="/api/logout"]')).toBeNull();
});

test('H-06 H-08 a signed-in user sees the dashboard and the logout, and no login', async () => {
  const signOut = vi.fn();
  await show(<LandingPage signedIn onSignOut={signOut} form={null} />);

  expect(the<HTMLAnchorElement>('header [href="/dashboard"]').textContent).toBe('Dashboard');
  expect(document.querySelector('[href="/api/login"]')).toBeNull();
  await doing(() => the('[href="/api/logout"]').click());
  expect(signOut).toHaveBeenCalledOnce();
});

test('H-12 H-14 every language is offered, and the current one is marked', async () => {
  await showPage();

  const languages = [...document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')];
  expect(languages.map((one) => one.hreflang)).toEqual(LANGUAGE_CODES);
  expect(LANGUAGE_CODES).toEqual(expect.arrayContaining(['en', 'de', 'es', 'fr', 'it']));
  expect(languages.map((one) => one.getAttribute('aria-current'))).toEqual(
    LANGUAGE_CODES.map((code) => (code === 'en' ? 'true' : null)),
  );
  expect(languages[1]?.textContent).toContain('German');
});

function showPage(): Promise<void> {
  return show(<LandingPage signedIn={false} form={null} />);
}

function nameOf(element: Element): string {
  return element.id || element.tagName.toLowerCase();
}

function linksIn(selector: string): (string | null)[][] {
  return [...document.querySelectorAll(`${selector} a`)].map((link) => [
    link.textContent,
    link.getAttribute('href'),
  ]);
}

function titlesIn(selector: string): (string | null)[] {
  return [...document.querySelectorAll(`${selector} h3`)].map((one) => one.textContent);
}

function publish(settings: PublicSite['settings']): void {
  setPublishedSite({ settings, texts: { en: {} } });
}
