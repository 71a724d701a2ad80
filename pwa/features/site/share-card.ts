import type { HeroName } from '#contract/site.ts';
import { figuresOf } from '#pwa/i18n/published-texts.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';

/** What the preview picture of a shared link says, in one language. */
export interface ShareCard {
  name: string;
  title: string;
  badge: string;
  note: string;
  hero: HeroName;
}

/** The size that every service takes, 1.91 to 1. */
export const SHARE_CARD = { width: 1200, height: 630 };

/** The halfway line and the centre circle of the mark, on a square of 512. */
export const MARK = 'M256 0v192M256 320V512M112 256a144 144 0 1 0 288 0 144 144 0 1 0-288 0z';

const LEFT = 72;
/** The side of the mark's square. */
const MARK_SIDE = 44;
/** The part that a portrait fills, at the right edge. */
const PORTRAIT = { left: 720, width: 480 };
/** Where a scene stands: as high as the card, to its right edge. */
const SCENE = [525, 0, 675, 630] as const;
/** The colours do not follow the theme of the device that draws. */
export const BAND = '#0d3b29';
const CHALK = '#fdfcf8';
const SOFT = '#c8dccf';
const ACCENT = '#e98f45';

/** What the picture says in the language of `t`. */
export function shareCardIn(t: Translate, hero: HeroName = 'board'): ShareCard {
  const figures = figuresOf(t);
  return {
    name: t('brand.name'),
    title: t('hero.title', figures),
    badge: t('hero.badge', figures),
    note: t('hero.note', figures),
    hero,
  };
}

/** The pictures of a card: the drawing of the first view, and what the owner has published. */
export interface CardPictures {
  hero: CanvasImageSource;
  portrait: ImageBitmap | null;
  mark: ImageBitmap | null;
}

/** A drawing without its motion, as an address: a canvas takes the first moment of one that moves. */
export function stillDrawing(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg.replace(/<style>.*<\/style>/, ''))}`;
}

/**
 * Draws the preview picture of shared links, with the portrait at its right side or the drawing of the first view, and
 * the owner's mark or the product's. The canvas has the size SHARE_CARD; the fonts are loaded.
 */
export function drawShareCard(
  canvas: HTMLCanvasElement,
  { name, title, badge, note, hero }: ShareCard,
  { portrait, mark, ...drawn }: CardPictures,
): void {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw.');
  const { width, height } = SHARE_CARD;
  context.fillStyle = BAND;
  context.fillRect(0, 0, width, height);
  if (portrait) drawPortrait(context, portrait);
  else if (hero === 'board') drawBoard(context, drawn.hero);
  else context.drawImage(drawn.hero, ...SCENE);
  fade(context, portrait ? [PORTRAIT.left, PORTRAIT.left + 170] : [660, 912]);

  if (mark) context.drawImage(mark, LEFT, 60, MARK_SIDE, MARK_SIDE);
  else drawMark(context, LEFT, 60);
  const room = (portrait ? PORTRAIT.left : 762) - LEFT;
  context.textBaseline = 'alphabetic';
  context.fillStyle = CHALK;
  const font = (size: number) => {
    context.font = `600 ${size}px Fraunces, serif`;
  };
  font(30);
  context.fillText(name, LEFT + 60, 92, room - 60);

  const size = [58, 54, 48, 42, 36].find((one) => {
    font(one);
    return linesOf(context, title, room).length <= 4;
  });
  font(size ?? 32);
  const lines = balanced(context, title, room);
  const step = (size ?? 32) * 1.08;
  // Halfway between the name and the badge.
  const first = 308 - (lines.length * step) / 2 + step * 0.78;
  for (const [at, line] of lines.entries()) context.fillText(line, LEFT, first + at * step, room);

  font(25);
  const label = badge.charAt(0).toUpperCase() + badge.slice(1);
  const wide = Math.min(context.measureText(label).width, room - 40);
  context.strokeStyle = ACCENT;
  context.lineWidth = 2;
  context.beginPath();
  context.roundRect(LEFT, 468, wide + 40, 50, 25);
  context.stroke();
  context.fillText(label, LEFT + 20, 501, wide);
  context.fillStyle = SOFT;
  context.fillText(note, LEFT, 560, room);
}

function drawPortrait(context: CanvasRenderingContext2D, portrait: ImageBitmap): void {
  const { left, width } = PORTRAIT;
  const { height } = SHARE_CARD;
  const scale = Math.max(width / portrait.width, height / portrait.height);
  const part = { width: width / scale, height: height / scale };
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    portrait,
    (portrait.width - part.width) / 2,
    // Faces are in the upper part.
    (portrait.height - part.height) / 3,
    part.width,
    part.height,
    left,
    0,
    width,
    height,
  );
}

/** The goal of the board is at the right. */
function drawBoard(context: CanvasRenderingContext2D, board: CanvasImageSource): void {
  context.save();
  context.translate(1176, 0);
  context.rotate(Math.PI / 2);
  context.scale(0.956, 0.956);
  context.drawImage(board, -10, -30, 680, 670);
  context.restore();
}

/** Fades the drawing out towards the words. */
function fade(context: CanvasRenderingContext2D, [from, to]: [number, number]): void {
  const gradient = context.createLinearGradient(from, 0, to, 0);
  gradient.addColorStop(0, BAND);
  gradient.addColorStop(1, `${BAND}00`);
  context.fillStyle = gradient;
  context.fillRect(0, 0, to, SHARE_CARD.height);
}

/** The mark of the icons. */
function drawMark(context: CanvasRenderingContext2D, left: number, top: number): void {
  context.save();
  context.translate(left, top);
  context.scale(MARK_SIDE / 512, MARK_SIDE / 512);
  context.fillStyle = CHALK;
  context.beginPath();
  context.roundRect(0, 0, 512, 512, 112);
  context.fill();
  context.strokeStyle = BAND;
  context.lineWidth = 36;
  context.stroke(new Path2D(MARK));
  context.fillStyle = ACCENT;
  context.beginPath();
  context.arc(256, 256, 42, 0, 2 * Math.PI);
  context.fill();
  context.restore();
}

/** As many lines as the text needs, of about the same width. */
function balanced(context: CanvasRenderingContext2D, text: string, room: number): string[] {
  let lines = linesOf(context, text, room);
  for (let narrow = room - 10; narrow > room / 2; narrow -= 10) {
    const narrower = linesOf(context, text, narrow);
    if (narrower.length > lines.length) break;
    lines = narrower;
  }
  return lines;
}

function linesOf(context: CanvasRenderingContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : '';
    if (longer && context.measureText(longer).width <= room) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
