import { defineConfig } from 'playwright/test';
import type { EachWorker } from './pwa/e2e/fixtures.ts';
import { findChromium } from './server/test/programs.ts';

const executablePath = findChromium();

/**
 * Journeys in a real Chromium against the built app and the real server: on a phone with SQLite,
 * on a desktop with PostgreSQL.
 */
export default defineConfig<object, EachWorker>({
  testDir: 'pwa/e2e',
  outputDir: 'test-results',
  globalSetup: './pwa/e2e/postgres.ts',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  // A journey that needed another try is named as flaky in the report.
  retries: 2,
  reporter: process.env.CI ? [['list']] : [['line']],
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 10_000,
    locale: 'en-US',
    timezoneId: 'Europe/Madrid',
    // Recording every journey takes a third of the time of all.
    trace: 'on-first-retry',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        database: 'sqlite',
      },
    },
    {
      name: 'desktop',
      // What a browser does is the same in any size and on any database; a file is put back once.
      testIgnore: [
        'faults.spec.ts',
        'faults-told.spec.ts',
        'install-offer.spec.ts',
        'installed.spec.ts',
        'late-parts.spec.ts',
        'restore.spec.ts',
        'in-flight.spec.ts',
      ],
      // What is too long for a wide screen is so in German first; a phone shows every language.
      grepInvert: /back office is whole in (es|fr|it)$/,
      use: { viewport: { width: 1440, height: 900 }, database: 'postgresql' },
    },
  ],
});
