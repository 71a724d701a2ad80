import * as v from 'valibot';
import {
  instant,
  intId,
  LONG_TEXT,
  requiredText,
  rowId,
  SHORT_TEXT,
  TOO_LONG,
  text,
  uuid,
} from '#contract/fields/fields.ts';
import { shownLanguages } from '#contract/fields/language.ts';
import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { RULE_BOUNDS, RULES } from './deadlines/rules.ts';
import { endpoint } from './endpoint.ts';
import { COUNTRY_CODES, marksOf, placeIn } from './values/countries.ts';
import { isDay } from './values/day.ts';

const own = v.optional(v.pipe(text, v.trim(), v.maxLength(SHORT_TEXT, TOO_LONG)), '');
const link = v.optional(
  v.pipe(
    text,
    v.trim(),
    v.maxLength(SHORT_TEXT, TOO_LONG),
    v.check(
      (value) => value === '' || isHttps(value),
      'Please enter an address that starts with https://.',
    ),
  ),
  '',
);
const email = v.optional(
  v.pipe(
    text,
    v.trim(),
    v.maxLength(254, TOO_LONG),
    v.check(
      (value) => value === '' || /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(value),
      'Please enter a valid email address.',
    ),
  ),
  '',
);
const days = v.optional(
  v.pipe(
    text,
    v.trim(),
    v.check(
      (value) => value === '' || /^[1-9]\d{0,3}$/.test(value),
      'Please enter a whole number of days.',
    ),
  ),
  '',
);
const phone = v.optional(
  v.pipe(
    text,
    v.trim(),
    v.check(
      (value) => value === '' || /^\+[\d ()./-]{6,30}$/.test(value),
      'Please enter the number with + and the country code.',
    ),
  ),
  '',
);

function isHttps(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:';
}

/** The owner's data on the public page, in the order of the form. Empty: not set. */
export const SITE_FIELDS = {
  name: own,
  city: own,
  licence: own,
  licenceLink: link,
  phone,
  whatsapp: phone,
  email,
  linkedin: link,
  twitter: link,
  facebook: link,
  players: own,
  playersSource: link,
  experience: own,
  experienceSource: link,
  countries: own,
  countriesSource: link,
  contracts: own,
  contractsSource: link,
  legalName: own,
  representative: own,
  address: own,
  taxId: own,
  register: own,
  authority: own,
  hosting: own,
  logDays: days,
};
export type SiteField = keyof typeof SITE_FIELDS;

/** What only the legal pages say, in the order of the form. */
export const LEGAL_FIELDS = [
  'legalName',
  'representative',
  'address',
  'taxId',
  'register',
  'authority',
  'hosting',
  'logDays',
] as const satisfies readonly SiteField[];

/** What the legal pages have to name. Each stands in brackets until it is set. */
export const LEGALLY_REQUIRED = [
  'legalName',
  'address',
  'taxId',
  'licence',
  'hosting',
  'logDays',
] as const satisfies readonly SiteField[];

/** The setting that names the person who answers for the content: a company has a register entry, and is no person. */
export function responsibleIn(
  settings: Partial<Record<SiteField, string>> | undefined,
): 'legalName' | 'representative' {
  return settings?.representative || settings?.register ? 'representative' : 'legalName';
}

/** The contact data of a site whose owner has set none. */
export const SAMPLE_CONTACT = {
  phone: '+34 600 000 000',
  email: 'office@agency.example',
  linkedin: 'https://www.linkedin.com/in/agency-example',
};
export type Contact = typeof SAMPLE_CONTACT;

/**
 * What a public site still lacks: contact data and quotes that are samples, and passages of the legal pages in
 * brackets.
 */
export function missingOf(
  // The address of the public page is not in what everybody may read.
  settings: PublicSite['settings'] & { email?: string },
  shown: Contact,
): (SiteField | 'quotes')[] {
  const { quotes = [], hidesQuotes = false } = settings;
  const contact = ['phone', 'email', 'linkedin'] as const;
  const samples = contact.filter(
    (name) => (settings[name] || shown[name]) === SAMPLE_CONTACT[name],
  );
  const hasSampleQuotes = !hidesQuotes && quotes.every(({ hidden }) => hidden);
  const required = new Set([...LEGALLY_REQUIRED, responsibleIn(settings)]);
  return [
    ...samples,
    ...(hasSampleQuotes ? (['quotes'] as const) : []),
    ...[...required].filter((name) => !settings[name]),
  ];
}

/** The quotes about the agent, in the order of the page. */
export const Quote = v.object({
  language: v.picklist(LANGUAGE_CODES),
  text: v.pipe(requiredText, v.maxLength(600, TOO_LONG)),
  who: requiredText,
  link,
  hidden: v.boolean(),
});
export type Quote = v.InferOutput<typeof Quote>;

/** The most bytes of a portrait: a phone loads one of the two with its first view. */
export const PORTRAIT_BYTES = { webp: 25_000, jpeg: 50_000 };
/** The most bytes of a picture that services show beside a link; a portrait stays far below. */
export const SHARED_BYTES = 120_000;
/** The longest side of a portrait and of a shared picture, in pixels. */
export const PORTRAIT_SIDE = 1_200;
/** The most bytes of the mark's pictures: every visitor loads the tile. */
export const MARK_BYTES = { icon: 100_000, tile: 12_000 };
/** The longest side of a picture of the mark, in pixels. */
export const MARK_SIDE = 512;

const pictureId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

/** A stored portrait, at `/portrait/<id>.jpg` and, if it has one, `/portrait/<id>.webp`. */
export const Portrait = v.object({
  id: pictureId,
  width: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PORTRAIT_SIDE)),
  height: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(PORTRAIT_SIDE)),
  hasWebp: v.boolean(),
});
export type Portrait = v.InferOutput<typeof Portrait>;

/** A stored square, at `/mark/<id>.png`. */
const markPicture = v.object({
  id: pictureId,
  side: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MARK_SIDE)),
});

/** The owner's mark. A launcher may cut away all of `icon` but the middle four fifths; `tile` has round corners. */
export const Mark = v.object({ icon: markPicture, tile: markPicture });
export type Mark = v.InferOutput<typeof Mark>;

/**
 * A player whom the public page names. A consent that is withdrawn takes the entry away, from every version: what
 * stands in a version has a consent.
 */
export const ShownPlayer = v.object({
  id: uuid,
  /** The player's application; null without one: the name stands for it then. */
  applicationId: v.optional(v.nullable(uuid), null),
  name: v.pipe(requiredText, v.maxLength(SHORT_TEXT, TOO_LONG)),
  club: own,
  /** One line by language; the page of another language has none. */
  lines: v.optional(v.record(v.picklist(LANGUAGE_CODES), own), {}),
  picture: v.optional(v.nullable(Portrait), null),
  /** Who has agreed: the player, or the guardian of a minor; and on which day, `2026-11-29`. */
  consentBy: v.pipe(requiredText, v.maxLength(SHORT_TEXT, TOO_LONG)),
  consentOn: v.pipe(text, v.check(isDay, 'Please enter a valid date.')),
  hidden: v.boolean(),
});
export type ShownPlayer = v.InferOutput<typeof ShownPlayer>;

/** With its padding. Not valibot's own action: all of valibot that the office uses is in the public page's scripts, too. */
const BASE64 = /^(?:[\da-z+/]{4})*(?:[\da-z+/]{2}==|[\da-z+/]{3}=)?$/i;

/** A picture in base64, of at most so many bytes. */
const picture = (bytes: number) =>
  v.pipe(
    v.string(),
    v.maxLength(Math.ceil(bytes / 3) * 4, TOO_LONG),
    v.regex(BASE64, 'This is no picture.'),
  );

/** A rule of football, by which staff are reminded. */
const Rule = v.object({
  isOn: v.boolean(),
  value: v.pipe(text, v.trim(), v.maxLength(3, TOO_LONG)),
  source: own,
  asOf: v.pipe(
    text,
    v.check((value) => value === '' || isDay(value), 'Please enter a valid date.'),
  ),
});

/** Rules by their names, each within its bounds while it is on. */
const rules = v.pipe(
  v.record(v.picklist(RULES), Rule),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [name, bounds] of Object.entries(RULE_BOUNDS)) {
      const input = dataset.value;
      const rule = input[name as keyof typeof RULE_BOUNDS];
      const [least, most] = bounds;
      const number = /^\d+$/.test(rule?.value ?? '') ? Number(rule?.value) : Number.NaN;
      if (!rule?.isOn || (number >= least && number <= most)) continue;
      const message = `Please enter a whole number from ${least} to ${most}.`;
      const at = { type: 'object', origin: 'value', input } as const;
      const part = {
        type: 'object',
        origin: 'value',
        input: { ...rule },
        key: 'value',
        value: rule.value,
      } as const;
      addIssue({ message, path: [{ ...at, key: name, value: rule }, part] });
    }
  }),
);

const day = v.pipe(text, v.check(isDay, 'Please enter a valid date.'));

/** A transfer window, of which staff are reminded. */
const Window = v.pipe(
  v.object({ country: requiredText, opens: day, closes: day }),
  v.forward(
    v.check(({ opens, closes }) => opens <= closes, 'The window cannot close before it opens.'),
    ['closes'],
  ),
);

/** The drawings of the first view, at `/drawings/<name>.svg`. */
export const HEROES = ['board', 'night', 'net'] as const;
export type HeroName = (typeof HEROES)[number];

/** The owner's settings of the public site. */
export const SiteSettings = v.object({
  ...SITE_FIELDS,
  /** The languages that visitors do not see; at least one stays. */
  hiddenLanguages: v.optional(
    v.pipe(
      v.array(v.picklist(LANGUAGE_CODES)),
      v.check((hidden) => shownLanguages(hidden).length > 0, 'One language must be shown.'),
    ),
    [],
  ),
  quotes: v.optional(v.pipe(v.array(Quote), v.maxLength(30, 'At most 30 quotes.')), []),
  /** True if the page has no section of quotes and no link to it. */
  hidesQuotes: v.optional(v.boolean(), false),
  portrait: v.optional(v.nullable(Portrait), null),
  /** Null: the product's. */
  mark: v.optional(v.nullable(Mark), null),
  hero: v.optional(v.picklist(HEROES), 'board'),
  /** In the order of the page; missing: as they are. */
  shownPlayers: v.optional(v.pipe(v.array(ShownPlayer), v.maxLength(24, 'At most 24 players.'))),
  /** By language: the picture that services show beside a link, at `/portrait/<id>.jpg`; without one, the build's. */
  shared: v.optional(v.record(v.picklist(LANGUAGE_CODES), pictureId), {}),
  /** The rules of football that differ from those that came with the product. */
  rules: v.optional(rules, {}),
  windows: v.optional(v.pipe(v.array(Window), v.maxLength(60, 'At most 60 windows.')), []),
  /** The countries that the map marks; without one it has the build's twelve while the figure says so. */
  mapped: v.optional(v.array(v.picklist(COUNTRY_CODES)), []),
});
export type SiteSettings = v.InferOutput<typeof SiteSettings>;

/** The path of a text in the locales, such as `hero.title`. */
const textPath = v.pipe(v.string(), v.maxLength(100), v.regex(/^\w+(\.\w+)*$/));

/** The publication: settings, and by language the texts that differ from the build's. */
export const SiteContent = v.object({
  settings: SiteSettings,
  texts: v.record(
    v.picklist(LANGUAGE_CODES),
    v.record(textPath, v.pipe(text, v.maxLength(LONG_TEXT, TOO_LONG))),
  ),
});
export type SiteContent = v.InferOutput<typeof SiteContent>;

/** The content before the first publication. */
export const NO_CONTENT: SiteContent = {
  // Pure: the first screen of the office does without the form's schemas.
  settings: /* @__PURE__ */ v.parse(SiteSettings, { shownPlayers: [] }),
  texts: {},
};

/** The stored pictures that a publication shows. */
export function picturesOf({ portrait, mark, shownPlayers, shared }: SiteSettings): string[] {
  const players = (shownPlayers ?? []).map(({ picture }) => picture);
  const named = [portrait, mark?.icon, mark?.tile, ...players];
  return [...named.flatMap((one) => one?.id ?? []), ...Object.values(shared)];
}

/** What everybody may read of a player. */
export type PublicPlayer = Pick<ShownPlayer, 'name' | 'club' | 'lines' | 'picture'>;

/** What everybody may read of the content. The e-mail address is in the page's head, encoded. */
export type PublicSite = Pick<SiteContent, 'texts'> & {
  settings: Partial<Omit<SiteSettings, 'email' | 'mapped' | 'shownPlayers'>> & {
    shownPlayers?: readonly PublicPlayer[] | undefined;
    /** The marks of the map, as the path of an SVG. */
    mapMarks?: string;
  };
};

/** The text of the page that names the city of the settings. */
const PLACE = 'contact.location.place';

/** What everybody may read of a content, with every language. */
export function publicSite({
  settings: { email: _, mapped, ...settings },
  texts,
}: SiteContent): PublicSite {
  const { city } = settings;
  const all = LANGUAGE_CODES.map((language) => [
    language,
    // A text of the owner in this language wins.
    { ...(city && { [PLACE]: placeIn(city, language) }), ...texts[language] },
  ]);
  const quotes = settings.quotes.filter(({ hidden }) => !hidden);
  const shownPlayers = (settings.shownPlayers ?? [])
    .filter(({ hidden }) => !hidden)
    .map(({ name, club, lines, picture }) => ({ name, club, lines, picture }));
  const countries = settings.countries || (mapped.length > 0 ? String(mapped.length) : '');
  return {
    settings: { ...settings, quotes, shownPlayers, countries, mapMarks: marksOf(mapped) },
    texts: Object.fromEntries(all),
  };
}

/** One publication. It never changes. */
export const SiteVersion = v.object({
  id: rowId,
  at: instant,
  userId: rowId,
  /** The name of the account; null if it was removed. */
  username: v.nullable(v.string()),
  /** The version whose content this one has again; null for new content. */
  restores: v.nullable(rowId),
});
export type SiteVersion = v.InferOutput<typeof SiteVersion>;

/** A publication with what it shows. */
export const SiteVersionContent = v.object({ ...SiteVersion.entries, content: SiteContent });
export type SiteVersionContent = v.InferOutput<typeof SiteVersionContent>;

/** The version that the public site shows; null before the first publication. */
export const readSite = endpoint('GET', '/api/site', {
  access: 'admin',
  reply: v.object({ current: v.nullable(SiteVersionContent) }),
});

/** The newest 200 versions, newest first. */
export const listSiteVersions = endpoint('GET', '/api/site-versions', {
  access: 'admin',
  reply: v.object({ versions: v.array(SiteVersion) }),
});

/** One version with its content. Throws `site-version-not-found`. */
export const readSiteVersion = endpoint('GET', '/api/site-versions/:id', {
  access: 'admin',
  params: v.object({ id: intId }),
  reply: SiteVersionContent,
});

/**
 * Publishes a content as a new version. `base` is the newest version that the caller has seen, or null.
 * Throws `published-meanwhile` if there is a newer one.
 */
export const publishSite = endpoint('POST', '/api/site-versions', {
  access: 'admin',
  body: v.object({
    base: v.nullable(rowId),
    content: SiteContent,
    restores: v.optional(v.nullable(rowId), null),
  }),
  refusals: ['published-meanwhile'],
  status: 201,
  idempotent: true,
  reply: SiteVersion,
});

/** Stores a portrait or a shared picture, to be published afterwards. Throws `invalid-input` unless the bytes are a JPEG and a WebP. */
export const storePortrait = endpoint('POST', '/api/portraits', {
  access: 'admin',
  body: v.object({
    jpeg: picture(SHARED_BYTES),
    webp: v.nullable(picture(PORTRAIT_BYTES.webp)),
  }),
  status: 201,
  idempotent: true,
  reply: Portrait,
});

/** Stores a mark, to be published afterwards. Throws `invalid-input` unless the bytes are two square PNGs. */
export const storeMark = endpoint('POST', '/api/marks', {
  access: 'admin',
  body: v.object({ icon: picture(MARK_BYTES.icon), tile: picture(MARK_BYTES.tile) }),
  status: 201,
  idempotent: true,
  reply: Mark,
});
