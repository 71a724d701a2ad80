import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { ManifestOptions } from 'vite-plugin-pwa';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { SHARED_PATH } from '#contract/paths/shared-path.ts';

const PNG = { type: 'image/png' };
const PHONE = { ...PNG, sizes: '780x1688', form_factor: 'narrow' } as const;
const DESKTOP = { ...PNG, sizes: '1280x800', form_factor: 'wide' } as const;

/** Types and endings of the files that other apps can share: contacts, which Android calls x-vcard, and tables. */
const SHARED_FILES = [
  'text/vcard',
  'text/x-vcard',
  '.vcf',
  'text/csv',
  'text/comma-separated-values',
  '.csv',
];

/** The texts of a manifest, as the locales hold them. */
interface Texts {
  brand: { name: string };
  navigation: { applications: string; campaigns: string };
  applications: { new: string };
  manifest: Record<'description' | 'waiting' | 'record' | 'campaigns' | 'list' | 'detail', string>;
}

/** Writes a manifest in every language; the server answers with the visitor's. */
export function manifests(): Plugin {
  return {
    name: 'manifests',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const language of LANGUAGE_CODES) {
        const fileName = `manifest.${language}.webmanifest`;
        const source = JSON.stringify(manifestIn(language));
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
  };
}

/**
 * What the installed app is: the back office. Its pictures are made by `npm run pictures`; the
 * splash screen is drawn from the icon on `background_color`.
 */
export function manifestIn(language: Language): Partial<ManifestOptions> {
  const { brand, navigation, applications, manifest } = textsIn(language);
  return {
    id: APP_PATHS.dashboard,
    name: brand.name,
    short_name: 'Agent',
    description: manifest.description,
    lang: language,
    dir: 'ltr',
    start_url: APP_PATHS.dashboard,
    scope: '/',
    display: 'standalone',
    theme_color: '#0d3b29',
    background_color: '#faf8f3',
    categories: ['business', 'sports'],
    prefer_related_applications: false,
    icons: [
      { ...PNG, src: '/icons/icon-192.png', sizes: '192x192' },
      { ...PNG, src: '/icons/icon-512.png', sizes: '512x512' },
      { ...PNG, src: '/icons/maskable-192.png', sizes: '192x192', purpose: 'maskable' },
      { ...PNG, src: '/icons/maskable-512.png', sizes: '512x512', purpose: 'maskable' },
      { ...PNG, src: '/icons/monochrome-512.png', sizes: '512x512', purpose: 'monochrome' },
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      shortcut(navigation.applications, APP_PATHS.dashboard, 'applications'),
      shortcut(applications.new, APP_PATHS.newApplication, 'new'),
      shortcut(navigation.campaigns, APP_PATHS.campaigns, 'campaigns'),
    ],
    share_target: {
      action: SHARED_PATH,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'files', accept: SHARED_FILES }],
      },
    },
    screenshots: [
      { ...PHONE, src: '/install/dashboard-phone.png', label: manifest.waiting },
      { ...PHONE, src: '/install/application-phone.png', label: manifest.record },
      { ...PHONE, src: '/install/campaigns-phone.png', label: manifest.campaigns },
      { ...DESKTOP, src: '/install/dashboard-desktop.png', label: manifest.list },
      { ...DESKTOP, src: '/install/application-desktop.png', label: manifest.detail },
    ],
  };
}

function textsIn(language: Language): Texts {
  const folder = resolve(import.meta.dirname, '../i18n/locales', language);
  const [site, office] = ['site', 'office'].map((part) =>
    JSON.parse(readFileSync(resolve(folder, `${part}.json`), 'utf8')),
  );
  // Every locale has the same keys (i18n/locales.test.ts).
  return { ...site, ...office } as Texts;
}

function shortcut(name: string, url: string, icon: string) {
  return { name, url, icons: [{ ...PNG, src: `/icons/shortcut-${icon}.png`, sizes: '96x96' }] };
}
