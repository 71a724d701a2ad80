import {
  DEFAULT_LANGUAGE,
  LANGUAGE_CODES,
  LANGUAGES,
  type Language,
} from '#contract/fields/vocabulary.ts';
import { LEGAL_PAGES, type LegalPage } from '#contract/paths/public-pages.ts';
import { countryIn } from '#contract/values/countries.ts';

/** A public page, by its path. */
export type PublicPath = '/' | `/${LegalPage}`;

/** The address of a public page in one language; the server fills in the site. */
export function addressOf(language: Language, path: PublicPath = '/'): string {
  return `%SITE_URL%${path}?lang=${language}`;
}

export interface SharedPage {
  language: Language;
  title: string;
  description: string;
  brand: string;
  tagline: string;
  /** The city of the office; empty if the owner has named none. */
  city: string;
  /** The agent, once the owner has published a name or a licence; unset values are empty. */
  agent: SharedAgent | null;
  /** The languages that visitors see. */
  languages: readonly Language[];
  /** The owner's picture for shared links; undefined for the build's. */
  shared?: string | undefined;
}

export interface SharedAgent {
  name: string;
  licence: string;
  licenceLink: string;
  /** The pages in social networks, besides the one in LinkedIn. */
  profiles: readonly string[];
  /** The portrait's address on the site. */
  portrait: string;
}

/** The tags for search engines and for the services where people share the page. */
export function sharingTags(page: SharedPage): string {
  return [alternates('/', page.languages), openGraph(page), structuredData(page)].join('');
}

/** sitemap.xml: each public page in every language, each with all the others; `changed` is a day, `2026-11-23`. */
export function sitemap(languages: readonly Language[] = LANGUAGE_CODES, changed = ''): string {
  const paths: PublicPath[] = ['/', ...LEGAL_PAGES.map((page) => `/${page}` as const)];
  const urls = paths.flatMap((path) => {
    const links = hreflangs(path, languages)
      .map(
        ([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`,
      )
      .join('');
    const day = changed && `<lastmod>${changed}</lastmod>`;
    return languages.map(
      (language) => `<url><loc>${addressOf(language, path)}</loc>${day}${links}</url>`,
    );
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

function hreflangs(path: PublicPath, languages: readonly Language[]): [string, string][] {
  const all = languages.map((language): [string, string] => [language, addressOf(language, path)]);
  // An address that is canonical itself.
  const first = languages.find((language) => language === DEFAULT_LANGUAGE) ?? languages[0];
  return first ? [...all, ['x-default', addressOf(first, path)]] : all;
}

/** The links to a public page in every language. */
export function alternates(path: PublicPath, languages: readonly Language[]): string {
  return hreflangs(path, languages)
    .map(([language, href]) => `<link rel="alternate" hreflang="${language}" href="${href}" />`)
    .join('');
}

function openGraph({
  language,
  title,
  description,
  brand,
  tagline,
  languages,
  shared,
}: SharedPage): string {
  const others = languages.filter((other) => other !== language);
  const tags: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', brand],
    ['og:title', title],
    ['og:description', description],
    ['og:url', addressOf(language)],
    ['og:locale', LANGUAGES[language].locale],
    ...others.map((other): [string, string] => ['og:locale:alternate', LANGUAGES[other].locale]),
    ['og:image', pictureFor(language, shared)],
    ['og:image:type', shared ? 'image/jpeg' : 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', `${brand}: ${tagline}`],
  ];
  const graph = tags
    .map(([name, content]) => `<meta property="${name}" content="${escapeHtml(content)}" />`)
    .join('');
  return `${graph}<meta name="twitter:card" content="summary_large_image" />`;
}

function pictureFor(language: Language, shared: string | undefined): string {
  return `%SITE_URL%${shared ? `/portrait/${shared}.jpg` : `/share/${language}.png`}`;
}

function addressIn(city: string): object {
  const { code: addressCountry, rest } = countryIn(city);
  const addressLocality = rest.replace(/,$/, '') || undefined;
  return { '@type': 'PostalAddress', addressLocality, addressCountry };
}

/** JSON-LD of schema.org: name, place, area and languages of the agency, and the agent with the licence. */
function structuredData({
  language,
  title,
  description,
  brand,
  city,
  agent,
  languages,
  shared,
}: SharedPage): string {
  const agency = {
    '@type': 'ProfessionalService',
    '@id': '%SITE_URL%/#agency',
    name: brand,
    description,
    url: '%SITE_URL%/',
    logo: '%SITE_URL%/icons/icon-512.png',
    image: pictureFor(language, shared),
    telephone: '%CONTACT_PHONE%',
    address: addressIn(city || 'Madrid, Spain'),
    areaServed: { '@type': 'Continent', name: 'Europe' },
    knowsLanguage: languages,
    sameAs: ['%CONTACT_LINKEDIN_JSON%', ...(agent?.profiles ?? [])],
    ...(agent && { employee: { '@id': PERSON } }),
  };
  const person = agent && {
    '@type': 'Person',
    '@id': PERSON,
    name: agent.name,
    jobTitle: 'Football agent',
    ...(agent.portrait && { image: `%SITE_URL%${agent.portrait}` }),
    sameAs: agency.sameAs,
    worksFor: { '@id': agency['@id'] },
    ...(agent.licence && {
      hasCredential: {
        '@type': 'EducationalOccupationalCredential',
        credentialCategory: 'license',
        identifier: agent.licence,
        ...(agent.licenceLink && { url: agent.licenceLink }),
      },
    }),
  };
  const site = {
    '@type': 'WebSite',
    '@id': '%SITE_URL%/#site',
    url: addressOf(language),
    name: title,
    inLanguage: language,
    publisher: { '@id': agency['@id'] },
  };
  const data = JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [agency, ...(person ? [person] : []), site],
  });
  return `<script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script>`;
}

const PERSON = '%SITE_URL%/#agent';

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
