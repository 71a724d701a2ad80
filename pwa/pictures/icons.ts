import { MARK } from '#pwa/features/site/share-card.ts';
import { plusIcon, qrIcon, userIcon } from '#pwa/ui/icons/icons.ts';

const GREEN = '#0d3b29';
const CHALK = '#fdfcf8';
const LEATHER = '#e98f45';

/** What is drawn, by its path in pwa/public, with the side of the square in pixels. */
export const ICONS: { path: string; size: number; svg: string }[] = [
  { path: 'icons/icon-192.png', size: 192, svg: mark({ radius: 112 }) },
  { path: 'icons/icon-512.png', size: 512, svg: mark({ radius: 112 }) },
  // A launcher may cut away all but the middle four fifths.
  { path: 'icons/maskable-192.png', size: 192, svg: mark({ scale: 0.84 }) },
  { path: 'icons/maskable-512.png', size: 512, svg: mark({ scale: 0.84 }) },
  { path: 'icons/monochrome-512.png', size: 512, svg: mark({ scale: 0.84, plain: true }) },
  { path: 'icons/apple-touch-icon.png', size: 180, svg: mark({ scale: 0.92 }) },
  { path: 'icons/shortcut-applications.png', size: 96, svg: shortcut(userIcon.d) },
  { path: 'icons/shortcut-new.png', size: 96, svg: shortcut(plusIcon.d) },
  { path: 'icons/shortcut-campaigns.png', size: 96, svg: shortcut(qrIcon.d) },
];

interface MarkShape {
  /** Of the corners; 0 fills the square. */
  radius?: number;
  /** Of the circle about the middle; the line still runs to the edges. */
  scale?: number;
  /** One colour on nothing, for systems that tint it themselves. */
  plain?: boolean;
}

function mark({ radius = 0, scale = 1, plain = false }: MarkShape): string {
  const ground = plain ? '' : `<rect width="512" height="512" rx="${radius}" fill="${GREEN}"/>`;
  const ball = plain ? CHALK : LEATHER;
  const ends = 256 / scale - 256;
  const lines = MARK.replace('M256 0v192', `M256 ${-ends}V192`).replace('V512', `V${512 + ends}`);
  return svg(
    512,
    `${ground}<g transform="translate(256 256) scale(${scale}) translate(-256 -256)"><path fill="none" stroke="${CHALK}" stroke-width="34" d="${lines}"/><circle cx="256" cy="256" r="42" fill="${ball}"/></g>`,
  );
}

function shortcut(d: string): string {
  return svg(
    96,
    `<rect width="96" height="96" rx="48" fill="${GREEN}"/><path transform="translate(24 24) scale(2)" fill="none" stroke="${CHALK}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`,
  );
}

function svg(size: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">${content}</svg>`;
}

/** A launch screen of so many pixels: the mark in the middle of the pitch. */
export function launchPicture(width: number, height: number): string {
  const side = Math.round(width * 0.3);
  const place = `translate(${(width - side) / 2} ${(height - side) / 2}) scale(${side / 512})`;
  // From the edges to the circle, whose rim is at 112 of 512.
  const gap = (height - side) / 2 + (112 / 512) * side;
  const line = `M${width / 2} 0V${gap}M${width / 2} ${height - gap}V${height}`;
  const stroke = (34 * side) / 512;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${GREEN}"/><path stroke="${CHALK}" stroke-opacity="0.16" stroke-width="${stroke}" d="${line}"/><g transform="${place}"><path fill="none" stroke="${CHALK}" stroke-width="34" d="M112 256a144 144 0 1 0 288 0 144 144 0 1 0-288 0z"/><circle cx="256" cy="256" r="42" fill="${LEATHER}"/></g></svg>`;
}
