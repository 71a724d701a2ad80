import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { CSS_MODULES } from './pwa/build/prerender.ts';

const root = import.meta.dirname;

/**
 * Three projects: `server` on SQLite and PostgreSQL, `pwa` without a browser, and `simulation`.
 * With `--mode sqlite` the server's tests run on SQLite only: quicker while one works on them.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // The server's tests wait half of their time: two cores are busy with three workers.
    maxWorkers: 3,
    projects: [
      {
        root,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'prisma/**/*.test.ts'],
          globalSetup: [resolve(root, 'server/test/databases.ts')],
          setupFiles: [resolve(root, 'server/test/cheap-passwords.ts')],
          provide: { providers: mode === 'sqlite' ? ['sqlite'] : ['sqlite', 'postgresql'] },
          // Tests share no state of modules, and loading the server anew costs more than a file's tests.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [react()],
        css: { modules: CSS_MODULES },
        test: {
          name: 'pwa',
          include: ['pwa/**/*.test.{ts,tsx}'],
          exclude: ['pwa/simulation/**'],
          testTimeout: 30_000,
        },
      },
      {
        root,
        test: { name: 'simulation', include: ['pwa/simulation/**/*.test.ts'] },
      },
    ],
  },
}));
