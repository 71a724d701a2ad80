import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

type Tokens = ReadonlyMap<string, string>;

const PWA = resolve(import.meta.dirname, '..');
const SHEETS = filesIn('.css');
const TOKENS = ['ui/tokens.css', 'ui/office-tokens.css'];
const source = read('ui/tokens.css');
const halves = TOKENS.map((path) =>
  read(path).split('@media screen and (prefers-color-scheme: dark)'),
);
const [day = '', night = ''] = [0, 1].map((half) => halves.map((one) => one[half]).join(''));
const light = coloursIn(day);
const dark = new Map([...light, ...coloursIn(night)]);

const SURFACES = ['surface', 'surface-raised', 'surface-sunken'];
const TONES = [...day.matchAll(/--tint-(\w+):/g)].map(([, tone = '']) => tone);

test('there are tones to measure', () => {
  expect(TONES).toEqual(expect.arrayContaining(['neutral', 'blue', 'green', 'red']));
});

for (const [mode, tokens] of Object.entries({ light, dark })) {
  test(`${mode}: body text reaches AAA on every surface and on the band`, () => {
    for (const surface of SURFACES) {
      expect(contrast(tokens, 'ink', surface)).toBeGreaterThanOrEqual(7);
      expect(contrast(tokens, 'ink-soft', surface)).toBeGreaterThanOrEqual(7);
    }
    expect(contrast(tokens, 'on-band', 'band')).toBeGreaterThanOrEqual(7);
    expect(contrast(tokens, 'on-band-soft', 'band')).toBeGreaterThanOrEqual(7);
  });

  test(`${mode}: every other ink reaches AA on what it is written on`, () => {
    const written = [
      ...SURFACES.flatMap((surface) =>
        ['pitch-ink', 'accent-ink', 'danger-ink'].map((ink) => [ink, surface]),
      ),
      ['ink-faint', 'surface-raised'],
      ['on-pitch', 'pitch'],
      ['on-pitch', 'pitch-hover'],
      ['on-accent', 'accent'],
      ['on-accent', 'accent-hover'],
      ['accent', 'band'],
      ['on-danger', 'danger'],
      ['on-danger', 'danger-hover'],
      ['pitch-ink', 'pitch-tint'],
      ['ink-soft', 'tint-neutral'],
      ['surface', 'ink'],
      ...TONES.map((tone) => [`tint-${tone}-ink`, `tint-${tone}`]),
      ...TONES.map((tone) => [`tint-${tone}-ink`, 'surface-raised']),
    ];
    for (const [ink = '', ground = ''] of written) {
      expect(contrast(tokens, ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  test(`${mode}: edges of controls and the focus ring reach 3:1`, () => {
    for (const surface of SURFACES) {
      expect(contrast(tokens, 'line-strong', surface), surface).toBeGreaterThanOrEqual(3);
      expect(contrast(tokens, 'focus', surface), surface).toBeGreaterThanOrEqual(3);
    }
  });
}

test('less motion means none', () => {
  const less = source.split('@media (prefers-reduced-motion: reduce)')[1] ?? '';
  for (const [, name] of source.matchAll(/--(\w+): \d+ms;/g))
    expect(less).toContain(`--${name}: 0s`);
});

test('every custom property that a style sheet uses is set somewhere', () => {
  const sources = [...SHEETS, ...filesIn('.tsx'), ...filesIn('.ts')].map((path) => read(path));
  const set = new Set(sources.flatMap((text) => text.match(/--[\w-]+(?=\s*:|['"])/g) ?? []));
  const unset = SHEETS.flatMap((path) =>
    [...read(path).matchAll(/var\(--([\w-]+)/g)]
      .filter(([, name = '']) => !set.has(`--${name}`) && !name.startsWith('radix-'))
      .map(([, name]) => `${path}: --${name}`),
  );
  expect(unset).toEqual([]);
});

test('no style of the back office asks the whole page :has(), which would cost styles at every change', () => {
  const asking = SHEETS.filter((path) => /(:root|html|body)[^\s,{]*:has\(/.test(read(path)));
  // The one asks for a visitor's forms, the other on paper alone.
  const allowed = /^landing|share-menu|print-sheet/;
  expect(asking.filter((path) => !allowed.test(path))).toEqual([]);
  expect(asking.length).toBeGreaterThan(0);
});

test('every tone has a class in the badge', () => {
  const classes = [...read('ui/badge.module.css').matchAll(/--tone: var\(--tint-(\w+)\)/g)];
  expect(classes.map(([, tone]) => tone).sort()).toEqual([...TONES].sort());
});

test('no other style sheet has a colour but black, white and the grey of a cutting line', () => {
  for (const path of SHEETS.filter((name) => !TOKENS.includes(name))) {
    for (const hex of hexesIn(path)) expect(['#000', '#fff', '#aaa'], path).toContain(hex);
  }
});

test.each([
  'app.html',
  'index.html',
  'build/manifest.ts',
  'pictures/icons.ts',
  'features/site/share-card.ts',
  'public/icons/icon.svg',
])('%s, which no style sheet reaches, has only colours that tokens have', (path) => {
  const known = [...light.values(), ...dark.values()];
  const hexes = hexesIn(path);
  expect(hexes).not.toEqual([]);
  // Without the two digits of transparency.
  for (const hex of hexes) expect(known).toContain(hex.slice(0, 7));
});

function filesIn(ending: string): string[] {
  return readdirSync(PWA, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith(ending) && !path.startsWith('bench'),
  );
}

function read(path: string): string {
  return readFileSync(join(PWA, path), 'utf8');
}

/** The colours `#…` of a file, without those of its comments. */
function hexesIn(path: string): string[] {
  const code = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
  return code.match(/#[\da-f]{3,8}\b/gi) ?? [];
}

function coloursIn(css: string): Tokens {
  return new Map(
    [...css.matchAll(/--([\w-]+): (#[\da-f]{3,6});/g)].map(([, name = '', hex = '']) => [
      name,
      hex,
    ]),
  );
}

/** The contrast of two colour tokens by WCAG 2, 1 to 21. */
function contrast(tokens: Tokens, one: string, other: string): number {
  const [brighter = 0, darker = 0] = [luminance(tokens, one), luminance(tokens, other)].sort(
    (a, b) => b - a,
  );
  return (brighter + 0.05) / (darker + 0.05);
}

function luminance(tokens: Tokens, name: string): number {
  const hex = tokens.get(name);
  if (!hex) throw new Error(`There is no colour --${name}.`);
  const digits = hex.length === 4 ? hex.replace(/[\da-f]/g, '$&$&') : hex;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
