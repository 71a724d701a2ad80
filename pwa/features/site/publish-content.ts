import { newId } from '#contract/fields/ids.ts';
import { shownLanguages } from '#contract/fields/language.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import {
  type HeroName,
  NO_CONTENT,
  picturesOf,
  publicSite,
  publishSite,
  SHARED_BYTES,
  type SiteContent,
  type SiteVersionContent,
  storePortrait,
} from '#contract/site.ts';
import { call } from '#pwa/api/call.ts';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import { overlaid, publishedTexts } from '#pwa/i18n/published-texts.ts';
import { shippedSiteTexts } from '#pwa/i18n/site-texts.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';
import { translate } from '#pwa/i18n/translate.ts';
import { base64Of, encode } from '#pwa/lib/picture.ts';
import { keepPublished } from '#pwa/visitor/worker.ts';
import {
  type CardPictures,
  drawShareCard,
  SHARE_CARD,
  type ShareCard,
  shareCardIn,
  stillDrawing,
} from './share-card.ts';

interface Published {
  /** The version that the publication replaces; null for the first. */
  current: SiteVersionContent | null;
  content: SiteContent;
  /** The version whose content this one has again. */
  restores?: number;
  userId: number;
  store: TextStore;
  /** The portrait of the content, if this device has just made it. */
  portrait?: Blob | undefined;
  /** The tile of its mark, likewise. */
  mark?: Blob | undefined;
}

/**
 * Publishes a content, with the pictures for shared links that have changed, and shows it on this device once the
 * server shows its pictures. Throws as `call` does.
 */
export async function publishContent({ store, ...published }: Published): Promise<void> {
  const { current, restores, userId } = published;
  const content = restores === undefined ? await withCards(published) : withPlayersOf(published);
  const body = { base: current?.id ?? null, content, restores: restores ?? null };
  await call(publishSite, { body, key: newId(), sentFor: userId });
  await picturesServed(content, current);
  await store.follow(publicSite(content));
  void keepPublished();
}

/** The players of today: the server keeps them, whichever version is brought back. */
function withPlayersOf({ current, content: { settings, texts } }: Drawn): SiteContent {
  const { shownPlayers } = current?.content.settings ?? {};
  return { settings: { ...settings, shownPlayers }, texts };
}

/** Waits for a new picture for some seconds: the server answers 404 until it shows the publication, all at one moment. */
async function picturesServed(
  { settings }: SiteContent,
  current: SiteVersionContent | null,
): Promise<void> {
  const before = current ? picturesOf(current.content.settings) : [];
  const picture = picturesOf(settings).find((id) => !before.includes(id));
  if (!picture) return;
  const { icon, tile } = settings.mark ?? {};
  const isMark = picture === icon?.id || picture === tile?.id;
  const path = isMark ? `/mark/${picture}.png` : `/portrait/${picture}.jpg`;
  for (let looks = 0; looks < 20; looks += 1) {
    const answer = await fetch(path).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}

type Drawn = Omit<Published, 'store'>;

/** The content with a picture in each language whose words, name, portrait or mark are the owner's. */
async function withCards({
  current,
  content,
  userId,
  portrait,
  mark,
}: Drawn): Promise<SiteContent> {
  const { settings } = content;
  const shared: SiteContent['settings']['shared'] = {};
  // A copy that an older release stored on this device has none.
  const published = current?.content.settings.shared ?? {};
  let pictures: CardPictures | undefined;
  for (const language of shownLanguages(settings.hiddenLanguages)) {
    const card = await cardOf(content, language);
    const known = published[language];
    if (current && known && isSame(card, await cardOf(current.content, language))) {
      shared[language] = known;
    } else if (!isSame(card, await cardOf(NO_CONTENT, language))) {
      pictures ??= {
        hero: await drawingOf(card.hero),
        portrait: settings.portrait
          ? await bitmapOf(portrait ?? `/portrait/${settings.portrait.id}.jpg`)
          : null,
        mark: settings.mark ? await bitmapOf(mark ?? `/mark/${settings.mark.tile.id}.png`) : null,
      };
      const jpeg = await draw(card, pictures);
      if (!jpeg) continue;
      const body = { jpeg: await base64Of(jpeg), webp: null };
      const { id } = await call(storePortrait, { body, key: newId(), sentFor: userId });
      shared[language] = id;
    }
  }
  return { ...content, settings: { ...settings, shared } };
}

/** The ids of its pictures tell whether it changes. */
type Card = ShareCard & Record<'portrait' | 'mark', string | undefined>;

function isSame(one: Card, other: Card): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What the picture says and shows. */
async function cardOf(content: SiteContent, language: Language): Promise<Card> {
  const published = publishedTexts(publicSite(content), language);
  const texts = overlaid(await shippedSiteTexts(language), published);
  const t: Translate = (key, values) => translate(texts, undefined, language, key, values);
  const { portrait, mark, hero } = content.settings;
  // The portrait stands in its place.
  const card = shareCardIn(t, portrait ? undefined : hero);
  return { ...card, portrait: portrait?.id, mark: mark?.tile.id };
}

/** A drawing of the first view. */
async function drawingOf(hero: HeroName): Promise<HTMLImageElement> {
  const svg = await (await fetch(`/drawings/${hero}.svg`)).text();
  const drawing = Object.assign(new Image(), { src: stillDrawing(svg) });
  await drawing.decode();
  return drawing;
}

/** A picture that was made here, or the one of an address. */
async function bitmapOf(picture: Blob | string): Promise<ImageBitmap> {
  const blob = typeof picture === 'string' ? await (await fetch(picture)).blob() : picture;
  return createImageBitmap(blob);
}

/** Null if this browser cannot draw: links keep the picture of the build. */
async function draw(card: Card, pictures: CardPictures): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement('canvas'), SHARE_CARD);
  await document.fonts.load('600 58px Fraunces', Object.values(card).join(' '));
  try {
    drawShareCard(canvas, card, pictures);
    const jpeg = await encode(canvas, 'image/jpeg', SHARED_BYTES);
    return jpeg === 'unsupported' ? null : jpeg;
  } catch (error) {
    console.error(error);
    return null;
  }
}
