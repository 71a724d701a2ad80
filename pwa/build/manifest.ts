import type { ManifestOptions } from 'vite-plugin-pwa';

const PNG = { type: 'image/png' };
const PHONE = { ...PNG, sizes: '780x1688', form_factor: 'narrow' } as const;
const DESKTOP = { ...PNG, sizes: '1280x800', form_factor: 'wide' } as const;

/**
 * What the installed app is: the back office. Its pictures are made by `npm run pictures`; the
 * splash screen is drawn from the icon on `background_color`.
 */
export const MANIFEST: Partial<ManifestOptions> = {
  id: '/dashboard',
  name: 'Football Agent',
  short_name: 'Agent',
  description: 'The back office of a football agent, on the phone and without a signal.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/dashboard',
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
    shortcut('Applications', '/dashboard', 'applications'),
    shortcut('New application', '/dashboard/applications/new', 'new'),
    shortcut('Campaigns', '/admin/campaigns', 'campaigns'),
  ],
  screenshots: [
    { ...PHONE, src: '/install/dashboard-phone.png', label: 'Applications, one not sent yet' },
    { ...PHONE, src: '/install/application-phone.png', label: 'An application and its history' },
    { ...PHONE, src: '/install/campaigns-phone.png', label: 'Campaigns with their QR codes' },
    { ...DESKTOP, src: '/install/dashboard-desktop.png', label: 'All applications' },
    { ...DESKTOP, src: '/install/application-desktop.png', label: 'An application' },
  ],
};

function shortcut(name: string, url: string, icon: string) {
  return { name, url, icons: [{ ...PNG, src: `/icons/shortcut-${icon}.png`, sizes: '96x96' }] };
}
