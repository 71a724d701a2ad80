import { defineConfig } from 'playwright/test';
import type { EachWorker } from './pwa/e2e/each-worker.ts';
import { type Engine, findChromium, findEngines } from './server/test/programs.ts';

const executablePath = findChromium();
/** `npm run test:all` also runs what the gate leaves out: journeys tagged `@all`, and `@once` at the second size. */
const isAll = Boolean(process.env.ALL_JOURNEYS);

/**
 * Journeys in a real Chromium against the built app and the real server: on a phone with SQLite and
 * on a desktop with PostgreSQL. A journey runs at both sizes if its size or its database matters;
 * the others run where their tag says, `@phone` or `@desktop`. The main one runs in WebKit and Firefox, too. The gate
 * (`npm test`) leaves out those tagged `@all`, and runs those tagged `@once` on the phone alone.
 */
export default defineConfig<object, EachWorker & { engine: Engine }>({
  testDir: 'pwa/e2e',
  outputDir: 'test-results',
  globalSetup: ['./pwa/e2e/postgres.ts', './pwa/e2e/engines/missing-engines.ts'],
  fullyParallel: true,
  // A journey waits for a part of its time: four keep two cores busy.
  workers: 4,
  forbidOnly: true,
  reporter: [[process.env.CI ? 'list' : 'line'], ['./pwa/e2e/errors-of-none.ts']],
  // The longest takes a minute, and three times as long on a busy machine.
  timeout: 180_000,
  // A wait ends when it is over; these limits tell a page that is stuck from a machine that is slow.
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    // Frames of motion cost a third of the time; journeys about motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Installing the worker costs more than a page load; journeys that need it allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-gpu',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    // First: a long journey at the end would run on alone.
    ...findEngines().map((engine) => ({
      name: engine,
      testDir: 'pwa/e2e/engines',
      ...(!isAll && { grepInvert: /@all/ }),
      use: { engine, database: 'sqlite' as const },
    })),
    {
      name: 'phone',
      testIgnore: '**/e2e/engines/**',
      grepInvert: isAll ? /@desktop/ : /@desktop|@all/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        database: 'sqlite',
      },
    },
    {
      name: 'desktop',
      testIgnore: '**/e2e/engines/**',
      grepInvert: isAll ? /@phone/ : /@phone|@all|@once/,
      use: { viewport: { width: 1440, height: 900 }, database: 'postgresql' },
    },
    // `npm run bench:posters`: too slow for the gate, which prints a part of it.
    ...(process.env.POSTERS
      ? [
          {
            name: 'posters',
            testDir: 'pwa/bench/posters',
            use: { viewport: { width: 1440, height: 900 }, database: 'sqlite' as const },
          },
        ]
      : []),
  ],
});
