import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import './prisma/check-client.ts';
import type { Provider } from './prisma/url.ts';
import { READABLE_NAMES } from './pwa/build/css-modules.ts';

const root = import.meta.dirname;
const WAIT_TIMEOUT = resolve(root, 'server/test/wait-timeout.ts');

/** The simulation takes longest: started last, it would run on alone. */
class SimulationFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isFirst = ({ project }: TestSpecification) => project.name === 'simulation';
    return [...sorted.filter(isFirst), ...sorted.filter((file) => !isFirst(file))];
  }
}

const SQLITE: Provider[] = ['sqlite'];
const BOTH: Provider[] = ['sqlite', 'postgresql'];

/**
 * In milliseconds. A test of the server starts up to seven programs, or takes a minute; on a busy machine, several times
 * as long. A limit tells a test that is stuck, not one that is slow.
 */
const LIMITS = { testTimeout: 240_000, hookTimeout: 240_000 };

/** The archive that `npm run release` makes, and the proxies in front of it. */
const RELEASE = {
  root,
  test: {
    name: 'release',
    include: ['server/{release,deploy}/**/*.test.ts'],
    globalSetup: [
      resolve(root, 'server/test/databases.ts'),
      resolve(root, 'server/release/make-release.ts'),
    ],
    provide: { providers: BOTH, firstProviders: BOTH },
    ...LIMITS,
  },
} satisfies TestProjectConfiguration;

/**
 * Three projects: `server` on SQLite and PostgreSQL, `pwa` without a browser, and `simulation`.
 * `--mode sqlite` runs the server's tests on SQLite only: quicker while one works on them.
 * `--mode all` adds PostgreSQL where no SQL decides, servers behind nginx, more of the simulation, and the project
 * `release`, which makes the archive and serves from it.
 */
export default defineConfig(({ mode }) => ({
  test: {
    // The tests wait a part of their time: with four workers two cores are busy for 83 % of it.
    maxWorkers: 5,
    // What a test prints is shown if it fails.
    silent: 'passed-only',
    sequence: { sequencer: SimulationFirst },
    projects: [
      {
        root,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts', 'prisma/**/*.test.ts'],
          exclude: [
            'server/{release,deploy}/**',
            ...(mode === 'all' ? [] : ['server/stopping-behind-nginx.test.ts']),
          ],
          globalSetup: [
            resolve(root, 'server/test/databases.ts'),
            resolve(root, 'server/test/build-programs.ts'),
          ],
          setupFiles: [resolve(root, 'server/test/cheap-passwords.ts'), WAIT_TIMEOUT],
          provide: {
            providers: mode === 'sqlite' ? SQLITE : BOTH,
            firstProviders: mode === 'all' ? BOTH : SQLITE,
          },
          // Tests share no state of modules, and loading the server anew costs more than a file's tests.
          isolate: false,
          ...LIMITS,
        },
      },
      {
        root,
        plugins: [react()],
        css: { modules: READABLE_NAMES },
        test: {
          name: 'pwa',
          include: ['pwa/**/*.test.{ts,tsx}'],
          exclude: ['pwa/simulation/**', '**/node_modules/**'],
          // A realm a file, not a process: 30 s instead of 60.
          pool: 'vmForks',
          setupFiles: [WAIT_TIMEOUT],
          testTimeout: 30_000,
        },
      },
      ...(mode === 'all' ? [RELEASE] : []),
      {
        root,
        test: {
          name: 'simulation',
          include: ['pwa/simulation/**/*.test.ts'],
          exclude:
            mode === 'all'
              ? []
              : ['pwa/simulation/{mutants,every-kind,shrunk-seed,two-servers}.test.ts'],
        },
      },
    ],
  },
}));
