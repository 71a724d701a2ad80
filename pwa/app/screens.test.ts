// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AREAS } from '#contract/access.ts';
import { APP_PATHS, isAppPath } from '#contract/paths/app-paths.ts';
import { rememberWanted, takeWanted } from '#pwa/lib/storage/wanted.ts';
import { createAppRouter } from './routes.tsx';
import { linksAt, SCREENS, type Screen, screenOf, sectionOf } from './screens.ts';

test('every screen has a route, and the server knows its address', () => {
  const routed = Object.keys(createAppRouter().routesByPath);
  expect(routed.sort()).toEqual([...new Set<string>(Object.values(APP_PATHS))].sort());
  for (const path of routed.filter((path) => path !== '/')) {
    expect(isAppPath(path.replace('$id', '7')), path).toBe(true);
    expect(isAppPath(`${path.replace('$id', '7')}/`), path).toBe(true);
  }
  expect(isAppPath('/dashboard/nope')).toBe(false);
});

test('the navigation marks a section that it links to, or More', () => {
  const linked = linksAt(['everywhere', 'wide'], AREAS).map(({ name }) => name);
  const inOffice = Object.entries<Screen>(SCREENS).filter(([, { access }]) => access !== 'public');
  expect(inOffice.length).toBeGreaterThan(15);
  for (const [name] of inOffice)
    expect([...linked, 'more'], name).toContain(sectionOf(name as keyof typeof SCREENS));
  expect(sectionOf('board')).toBe('dashboard');
  expect(sectionOf('contact')).toBe('contacts');
  expect(screenOf('dashboard', { tab: 'contacts' })).toBe('contacts');
  expect(screenOf('dashboard', {})).toBe('dashboard');
});

test('links lead only to the areas of the user', () => {
  const linked = linksAt(['everywhere', 'wide', 'more', 'palette'], ['dashboard']);
  expect(linked.map(({ name }) => name)).toContain('search');
  for (const { name } of linked) expect(SCREENS[name].access).not.toBe('admin');
  const all = linksAt(['everywhere', 'wide', 'more']).map(({ name }) => name);
  expect(all.sort()).toEqual(['account', 'more', 'sync']);
});

test.each(Object.entries<Screen>(SCREENS))(
  'the sign-in goes on at %s if that is behind it',
  (name, { access }) => {
    const address = APP_PATHS[name as keyof typeof SCREENS].replace('$id', '7');
    for (const wanted of [address, `${address}/`, `${address}?tab=contacts`, `${address}#links`]) {
      rememberWanted(wanted);
      expect(takeWanted(), wanted).toBe(access === 'public' ? null : wanted);
    }
  },
);

test('the sign-in goes on at no other address', () => {
  for (const wanted of ['', '//figures', 'https://figures', '/figurines', '/nope']) {
    rememberWanted(wanted);
    expect(takeWanted(), wanted).toBe(null);
  }
});

test('addresses stand in one table', () => {
  // The public page and the worker are weighed: they do not load the table.
  const files = ['pwa', 'server']
    .flatMap((room) => readdirSync(room, { recursive: true }).map((path) => `${room}/${path}`))
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/\.test\.|\/(e2e|test|bench|simulation|pictures|landing|session|generated)\/|app-paths|shared-path|worker-reminders/.test(
          path,
        ),
    );
  expect(files.length).toBeGreaterThan(500);
  const address = /['"`]\/(?:dashboard|admin|today|figures|search|sync|more|account)[/'"`?#]/;
  const isCall = /'\/(account|search)[/'].*api|api.*'\//;
  const found = files.filter((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .some(
        (line) =>
          address.test(line) && !isCall.test(line) && !/^\s*(\*|\/\/|\/\*)|href\*=/.test(line),
      ),
  );
  expect(found).toEqual([]);
});
