import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { apiServer } from './pwa/build/api-server.ts';
import { displayFont } from './pwa/build/display-font.ts';
import { launchImages } from './pwa/build/launch-images.ts';
import { manifestIn, manifests } from './pwa/build/manifest.ts';
import { precompress } from './pwa/build/precompress.ts';
import { type CacheGroup, CSS_MODULES, prerender } from './pwa/build/prerender.ts';

const root = import.meta.dirname;
const groups = new Map<string, CacheGroup>();

/**
 * What the first touch brings is two files and not thirty: on the link of an event each answer's
 * headers cost as much as a small file. React is a file of its own, for it outlives many builds.
 */
const PUBLIC_PAGE = [
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'site', test: /\/pwa\/(landing\/page\.tsx|ui\/(tokens|base)\.css)$/, priority: 3 },
  { name: 'toaster', test: /\/pwa\/ui\/toaster\.tsx$/, priority: 2 },
];

/**
 * A worker takes its time over each file, however small: the dashboard opens from two. main.tsx is in
 * neither: it waits for pages whose scripts import from them.
 */
const DASHBOARD = [
  { name: 'app', test: /\/pwa\/app\/(app|routes|install-offer-store)\.tsx?$/, priority: 1 },
  {
    name: 'office',
    test: /\/pwa\/(app\/(shell|pages\/dashboard-page)|sync\/sync-provider)\.tsx$/,
    priority: 0,
  },
];

/** The service worker and the manifest, of the page's build only. */
function serviceWorker(): Plugin[] {
  const plugins = VitePWA({
    strategies: 'injectManifest',
    srcDir: '.',
    filename: 'sw.ts',
    injectRegister: false,
    registerType: 'prompt',
    injectManifest: {
      globPatterns: ['**/*.{js,css,html,woff2}', 'icons/icon.svg'],
      manifestTransforms: [
        (entries) => ({
          manifest: entries.map((entry) => ({ ...entry, group: groups.get(entry.url) ?? 'site' })),
          warnings: [],
        }),
      ],
    },
    manifest: manifestIn('en'),
  });
  for (const plugin of plugins) plugin.applyToEnvironment = ({ name }) => name === 'client';
  return plugins;
}

/**
 * Builds the server with its packages inside: hundreds of small files take longer to find than to run.
 * Left out are those with machine code, and pg, which an embedded database does without.
 */
function serverWithPackages(): Plugin {
  const resolve = {
    noExternal: true as const,
    external: ['better-sqlite3', '@node-rs/argon2', 'pg'],
  };
  return {
    name: 'server-with-packages',
    apply: 'build',
    configEnvironment: (name) => (name === 'ssr' ? { resolve } : undefined),
  };
}

export default defineConfig({
  root: 'pwa',
  server: { port: Number(process.env.PORT) || 3000, strictPort: true },
  builder: {},
  // Dexie without what browsers older than `target` need.
  resolve: { alias: { dexie: 'dexie/dist/modern/dexie.mjs' } },
  css: { modules: CSS_MODULES },
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
          preserveEntrySignatures: 'exports-only',
          output: { codeSplitting: { groups: [...PUBLIC_PAGE, ...DASHBOARD] } },
        },
      },
    },
    ssr: {
      build: {
        outDir: '../dist/server',
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        rolldownOptions: {
          input: resolve(root, 'server/main.ts'),
          // An old package of Koa's makes a function that way, out of nothing from outside.
          checks: { eval: false },
        },
      },
    },
  },
  plugins: [
    react(),
    displayFont(),
    apiServer(process.env),
    serverWithPackages(),
    prerender(groups),
    manifests(),
    launchImages(),
    ...serviceWorker(),
    precompress(resolve(root, 'dist/pwa/assets')),
  ],
});
