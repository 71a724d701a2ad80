import { LANGUAGE_CODES } from '#contract/fields/vocabulary.ts';
import { expect, test } from './fixtures.ts';
import { atRest, cached, filesOfOffice } from './office.ts';

test.use({ serviceWorkers: 'allow' });

test('W-01 the manifest has what an installation needs, and its icons exist', {
  tag: '@phone',
}, async ({ page, baseURL }) => {
  await page.goto('/');
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const manifest = await (await page.request.get(`${baseURL}${href}`)).json();
  expect(manifest).toMatchObject({ display: 'standalone', scope: '/', id: expect.any(String) });
  for (const field of ['name', 'short_name', 'start_url', 'theme_color', 'background_color']) {
    expect(manifest[field]).toBeTruthy();
  }
  const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some((icon: { purpose?: string }) => icon.purpose === 'maskable')).toBe(
    true,
  );
  const pictures: { src: string; sizes: string; type: string }[] = [
    ...manifest.icons,
    ...manifest.screenshots,
    ...manifest.shortcuts.flatMap(({ icons }: { icons: [] }) => icons),
  ];
  for (const { src, sizes, type } of pictures) {
    const answer = await page.request.get(`${baseURL}${src}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toContain(type);
    if (type !== 'image/png') continue;
    const png = await answer.body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const faces = manifest.screenshots.map((each: { form_factor: string }) => each.form_factor);
  expect(faces).toEqual(expect.arrayContaining(['narrow', 'wide']));
  for (const { url } of manifest.shortcuts) {
    expect((await page.request.get(`${baseURL}${url}`)).status()).toBe(200);
  }
});

test('W-02 W-03 W-17 after one visit the landing page opens offline in the right language', {
  tag: '@phone',
}, async ({ page, context }) => {
  await page.goto('/');
  await cached(page, '/index.html');
  await context.setOffline(true);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/?campaign_id=7&lang=es');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Your next contract');
  for (const language of LANGUAGE_CODES) {
    await page.goto(`/?lang=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
  }

  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
  expect(kept.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await expect(
    page.evaluate(() => fetch('/api/health').then((answer) => answer.status)),
  ).rejects.toThrow();
});

test('W-17 after a sign-in the first rows come before the files for offline use', {
  tag: '@phone',
}, async ({ page, context, signIn }) => {
  await page.goto('/');
  await cached(page, '/index.html');
  // What the public page keeps for who comes again.
  await page.reload();
  await cached(page, '/terms.html', '/imprint.html');
  await atRest(page);
  const requests: { path: string; byWorker: boolean }[] = [];
  context.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    requests.push({ path, byWorker: request.serviceWorker() !== null });
  });

  await signIn();
  await page.goto('/dashboard');
  await cached(page, ...filesOfOffice());
  const rows = requests.findIndex(({ path }) => path === '/api/applications');
  expect(rows).toBeGreaterThan(0);
  const before = requests.slice(0, rows);
  const ofPage = new Set(before.filter(({ byWorker }) => !byWorker).map(({ path }) => path));
  expect(before.filter(({ path }) => !ofPage.has(path))).toEqual([]);
});

test('at the public page the installed app starts in the back office for a signed-in user; a scanned code opens its page', {
  tag: '@phone',
}, async ({ page, context, agency, signIn }) => {
  await signIn();
  await page.goto('/dashboard');
  await expect(page.getByRole('tab', { name: 'Applications' })).toBeVisible();
  await context.addInitScript(() => {
    const { matchMedia } = window;
    const asInstalled = (query: string) => (query.includes('standalone') ? 'all' : query);
    window.matchMedia = (query) => matchMedia.call(window, asInstalled(query));
    Object.defineProperty(History.prototype, 'length', { get: () => 1 });
  });

  const start = await context.newPage();
  await start.goto('/');
  await start.waitForURL(`${agency.origin}/dashboard`);

  const scan = await context.newPage();
  await scan.goto('/?utm_source=cup');
  await expect(scan.locator('a[href="/dashboard"]').first()).toBeAttached();
  expect(new URL(scan.url()).pathname).toBe('/');
});
