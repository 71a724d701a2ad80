import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { apiServer } from './pwa/build/api-server.ts';
import { READABLE_NAMES, SHORT_NAMES } from './pwa/build/css-modules.ts';
import { directImports } from './pwa/build/direct-imports.ts';
import { displayFont } from './pwa/build/display-font.ts';
import { launchImages } from './pwa/build/launch-images.ts';
import { manifestIn, manifests } from './pwa/build/manifest.ts';
import { noCycles, officeParts } from './pwa/build/office-parts.ts';
import { precache } from './pwa/build/precache.ts';
import { precompress } from './pwa/build/precompress.ts';
import { type CacheGroup, prerender } from './pwa/build/prerender.ts';
import { themes } from './pwa/build/themes.ts';
import { recordBuild } from './server/release/build-record.ts';
import { EXTERNAL_PACKAGES } from './server/release/external-packages.ts';
import { queryCompilerFile } from './server/release/query-compiler-file.ts';

const root = import.meta.dirname;
const groups = new Map<string, CacheGroup>();

/**
 * The first touch loads two files, not thirty: on a slow connection the headers of an answer cost as
 * much as a small file. React is a file of its own, because it changes rarely.
 */
const PUBLIC_PAGE = [
  {
    name: 'react',
    test: /\/(node_modules\/(react|react-dom|scheduler)\/|pwa\/lib\/foreign-nodes\.ts$)/,
    priority: 4,
  },
  {
    name: 'site',
    test: /\/pwa\/(landing\/(page|take-over)\.tsx|ui\/(tokens|base)\.css)$/,
    priority: 3,
  },
  { name: 'toaster', test: /\/pwa\/ui\/toasts\/toaster\.tsx$/, priority: 2 },
];

/**
 * The dashboard opens from two files: a service worker needs milliseconds for each. main.tsx is in
 * neither, because it awaits pages whose scripts import from these. What main.tsx imports itself is in
 * `app`: the screen that tries again must start without `office`.
 */
const DASHBOARD = [
  {
    name: 'app',
    test: new RegExp(
      `/(${[
        'pwa/app/(app|routes|install/install-offer-store|launch)',
        'pwa/i18n/i18n',
        // What the private link's page shares with `office`: its visitors download 80 KB less.
        'pwa/(ui/(notice|screen/use-title)|lib/(storage/page-cookie|time/(backoff|when-idle))|i18n/(failure|word)-text|landing/brand)',
        'server/contract/fields/contact-fields',
      ].join('|')})\\.tsx?$`,
    ),
    priority: 1,
  },
  {
    name: 'office',
    test: /\/pwa\/(app\/(shell|pages\/dashboard-page)|sync\/sync-provider)\.tsx$/,
    priority: 0,
  },
];

/** The rest of the office. Nothing that another file has depends on it, so no two files need each other. */
const OFFICE = {
  name: officeParts(root),
  debugName: 'office parts',
  priority: -1,
  includeDependenciesRecursively: false,
};

/** The service worker and the manifest, in the page's build only. */
function serviceWorker(): Plugin[] {
  const plugins = VitePWA({
    strategies: 'injectManifest',
    srcDir: '.',
    filename: 'sw.ts',
    injectRegister: false,
    registerType: 'prompt',
    injectManifest: {
      globPatterns: [
        '**/*.{js,css,html,woff2}',
        '{assets,icons}/*.svg',
        'icons/{icon,maskable,monochrome,shortcut}-*.png',
        '{published.json,manifest.webmanifest}',
      ],
      manifestTransforms: [
        (found) => ({ manifest: precache(found, groups, resolve(root, 'dist/pwa')), warnings: [] }),
      ],
    },
    includeManifestIcons: false,
    manifest: manifestIn('en'),
  });
  for (const plugin of plugins) plugin.applyToEnvironment = ({ name }) => name === 'client';
  return plugins;
}

/**
 * Bundles the server with its packages: finding hundreds of small files takes longer than running
 * them.
 */
function serverWithPackages(): Plugin {
  const resolve = {
    noExternal: true as const,
    // Three copies of a large table: the start takes 20 ms less with one.
    dedupe: ['mime-db'],
    external: EXTERNAL_PACKAGES,
  };
  return {
    name: 'server-with-packages',
    apply: 'build',
    configEnvironment: (name) => (name === 'ssr' ? { resolve } : undefined),
  };
}

export default defineConfig(({ command }) => ({
  root: 'pwa',
  // Without React's link to its developer tools: 0.2 KB less of every visitor's download.
  define: command === 'build' ? { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' } : {},
  server: { port: Number(process.env.PORT) || 3000, strictPort: true },
  builder: {},
  // Dexie's build without code for browsers older than `target`.
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  css: { modules: command === 'build' ? SHORT_NAMES : READABLE_NAMES },
  environments: {
    client: {
      build: {
        outDir: '../dist/pwa',
        emptyOutDir: true,
        target: 'es2022',
        rolldownOptions: {
          input: {
            app: resolve(root, 'pwa/app.html'),
            landing: resolve(root, 'pwa/landing/main.tsx'),
          },
          preserveEntrySignatures: 'allow-extension',
          output: { codeSplitting: { groups: [...PUBLIC_PAGE, ...DASHBOARD, OFFICE] } },
        },
      },
    },
    ssr: {
      // React's small half for `render-site`.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: '../dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        // The query compiler.
        emitAssets: true,
        rolldownOptions: {
          input: {
            main: resolve(root, 'server/main.ts'),
            'copy-program': resolve(root, 'prisma/backup/copy-program.ts'),
            'copy-backups-program': resolve(root, 'server/backups/copy-backups-program.ts'),
            'render-site': resolve(root, 'pwa/landing/entry-server.tsx'),
          },
          // All in one folder: own-process.ts finds the programs beside itself.
          output: { chunkFileNames: '[name]-[hash].js' },
          // A dependency of Koa uses eval, never with outside input.
          checks: { eval: false },
        },
      },
    },
  },
  plugins: [
    react(),
    noCycles(),
    directImports(),
    displayFont(),
    themes(),
    apiServer(process.env),
    serverWithPackages(),
    queryCompilerFile(),
    prerender(groups),
    manifests(),
    launchImages(),
    ...serviceWorker(),
    precompress(['assets', 'drawings'].map((folder) => resolve(root, 'dist/pwa', folder))),
    recordBuild(),
  ],
}));
