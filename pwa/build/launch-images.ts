import type { Plugin } from 'vite';

/** A screen of the iPhones in use, upright: its size in CSS pixels and how many pixels make one. */
export interface LaunchScreen {
  width: number;
  height: number;
  scale: number;
}

/** iOS draws no splash screen by itself: it needs a picture of the exact size in pixels. */
export const LAUNCH_SCREENS: readonly LaunchScreen[] = [
  { width: 440, height: 956, scale: 3 },
  { width: 430, height: 932, scale: 3 },
  { width: 420, height: 912, scale: 3 },
  { width: 414, height: 896, scale: 3 },
  { width: 402, height: 874, scale: 3 },
  { width: 393, height: 852, scale: 3 },
  { width: 390, height: 844, scale: 3 },
  { width: 375, height: 812, scale: 3 },
  { width: 414, height: 896, scale: 2 },
  { width: 375, height: 667, scale: 2 },
];

/** The path of a screen's picture; `npm run pictures -- launch` draws it. */
export function launchPath({ width, height, scale }: LaunchScreen): string {
  return `launch/${width * scale}x${height * scale}.png`;
}

/** Names the pictures in the shell of the back office, and not in the public page. */
export function launchImages(): Plugin {
  return {
    name: 'launch-images',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { path }) {
        if (!path.endsWith('/app.html')) return [];
        return LAUNCH_SCREENS.map((screen) => ({
          tag: 'link',
          injectTo: 'head',
          attrs: {
            rel: 'apple-touch-startup-image',
            media: `(orientation:portrait) and (device-width:${screen.width}px) and (device-height:${screen.height}px) and (-webkit-device-pixel-ratio:${screen.scale})`,
            href: `/${launchPath(screen)}`,
          },
        }));
      },
    },
  };
}
