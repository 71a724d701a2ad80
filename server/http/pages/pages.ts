import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { shownLanguages } from '#contract/fields/language.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { type Mark, type PublicSite, publicSite, type SiteContent } from '#contract/site.ts';
import type { PortraitFiles } from '#server/domain/site/portraits.ts';
import { documentPolicy } from '#server/http/transport/headers.ts';
import { type Asset, isFilled, isServed, pictureAsset, readAsset, shrink } from './asset.ts';
import { fill, fillingsOf, type PageSettings } from './page-settings.ts';

/** The built page by the path of each file, e.g. `/index.de.html`. */
export interface Pages {
  get(path: string): Asset | undefined;
  /** The languages that visitors see; all if undefined. */
  readonly languages?: readonly Language[];
}

/** Renders the public page's documents by file name. `frame` is the build's landing.json. */
export type RenderSite = (
  frame: unknown,
  site: PublicSite,
  days?: { site: string; legal: string },
) => Promise<{ documents: Record<string, string>; data: string }>;

/**
 * When a content was published, when one last changed a legal page (ISO 8601, empty for never), and the files of the
 * pictures that it names, by their ids.
 */
export interface Publication {
  at: string;
  legalAt: string;
  pictures: ReadonlyMap<string, PortraitFiles>;
}

/**
 * The built page on the disk, with what the owner has published. Reads each file at its first request and keeps
 * it in memory.
 */
export class BuiltPages implements Pages {
  readonly #files = new Map<string, string>();
  readonly #assets = new Map<string, Asset>();
  readonly #folder: string;
  readonly #settings: PageSettings;
  readonly #filling: { documentPolicy: string; fillings: ReadonlyMap<string, string> };
  /** As they are published. */
  #fillings: ReadonlyMap<string, string>;
  /** Files that differ from the build. */
  #published: ReadonlyMap<string, Asset> = new Map();
  #languages: readonly Language[] = LANGUAGE_CODES;
  #mark: Mark | null = null;

  /**
   * @param folder of the build; `csp.json` in it lists the hashes of inline scripts, `.br` and `.gz`
   *   beside a file are its compressed forms
   */
  constructor(folder: string, settings: PageSettings) {
    this.#folder = folder;
    this.#settings = settings;
    this.#fillings = fillingsOf(settings);
    this.#filling = {
      documentPolicy: documentPolicy(scriptHashes(folder)),
      fillings: this.#fillings,
    };
    for (const file of filesIn(folder)) {
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      if (isServed(path)) this.#files.set(path, file);
    }
  }

  /** The number of files. */
  get size(): number {
    return this.#files.size;
  }

  get languages(): readonly Language[] {
    return this.#languages;
  }

  get(path: string): Asset | undefined {
    const known = this.#published.get(path) ?? this.#assets.get(path);
    const file = this.#files.get(path);
    if (known || !file) return known;
    try {
      const asset = readAsset(file, path, this.#filling);
      this.#assets.set(path, asset);
      return asset;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      // Another build has replaced this one.
      this.#files.delete(path);
      return undefined;
    }
  }

  /**
   * Shows the publication, all of it at one moment; null shows the build. One call at a time. After an error
   * everything is as before.
   */
  async show(
    content: SiteContent | null,
    render: RenderSite,
    more: Publication = { at: '', legalAt: '', pictures: new Map() },
  ): Promise<void> {
    const published = content ? await this.#publish(content, render, more) : new Map();
    this.#published = published;
    void this.#shrink(published);
    this.#languages = shownLanguages(content?.settings.hiddenLanguages);
    this.#mark = content?.settings.mark ?? null;
    this.#fillings = fillingsOf(this.#settings, content);
  }

  /** The smallest forms are made once visitors have the page; another publication ends that. */
  async #shrink(published: Map<string, Asset>): Promise<void> {
    for (const asset of published.values()) {
      if (this.#published === published) await shrink(asset);
    }
  }

  /** The frame of the public documents, with the settings in it. Throws if the page is not built. */
  frame(): { html: string } {
    const frame = JSON.parse(readFileSync(join(this.#folder, 'landing.json'), 'utf8'));
    const html = withMark(frame.html, this.#mark);
    return { ...frame, html: fill(Buffer.from(html), this.#fillings).toString() };
  }

  async #publish(
    content: SiteContent,
    render: RenderSite,
    { at, legalAt, pictures }: Publication,
  ): Promise<Map<string, Asset>> {
    const site = publicSite(content);
    const read = (name: string) => readFileSync(join(this.#folder, name), 'utf8');
    const { documents, data } = await render(JSON.parse(read('landing.json')), site, {
      site: at.slice(0, 10),
      legal: legalAt.slice(0, 10),
    });
    const { mark } = content.settings;
    const sources = new Map(
      Object.entries(documents).map(([name, text]) => [`/${name}`, withMark(text, mark)]),
    );
    // Before the scripts, which read it.
    sources.set(
      '/app.html',
      withMark(read('app.html'), mark).replace('<script', () => `${data}<script`),
    );
    for (const [path] of this.#files) {
      if (path.endsWith('.webmanifest')) sources.set(path, manifestOf(site, read(path)));
    }
    sources.set('/published.json', JSON.stringify(site));

    const filling = { ...this.#filling, fillings: fillingsOf(this.#settings, content) };
    const assets = new Map<string, Asset>();
    for (const [path, file] of this.#files) {
      const source = sources.get(path);
      if (source === undefined && !isFilled(path)) continue;
      assets.set(
        path,
        readAsset(file, path, filling, source === undefined ? source : Buffer.from(source)),
      );
      // Lets requests run between two files.
      await new Promise(setImmediate);
    }
    for (const [id, { bytes, webp }] of pictures) {
      const isMark = id === mark?.icon.id || id === mark?.tile.id;
      if (isMark) assets.set(`/mark/${id}.png`, pictureAsset('.png', bytes));
      else assets.set(`/portrait/${id}.jpg`, pictureAsset('.jpg', bytes));
      if (webp) assets.set(`/portrait/${id}.webp`, pictureAsset('.webp', webp));
    }
    await Promise.all(
      [...assets.values()].flatMap(({ compressed }) => Object.values(compressed ?? {})),
    );
    return assets;
  }

  /** Reads the remaining files. After that, a new build on the disk changes nothing. */
  async readAll(): Promise<void> {
    for (const path of this.#files.keys()) {
      this.get(path);
      // Lets requests run between two files.
      await new Promise(setImmediate);
    }
  }
}

/** A manifest of the build with the name and the mark of the site, where they are published. */
function manifestOf({ settings, texts }: PublicSite, manifest: string): string {
  const built: { name: string; lang: Language } = JSON.parse(manifest);
  const name = settings.name || texts[built.lang]?.['brand.name'] || built.name;
  const icons = settings.mark && { icons: iconsOf(settings.mark) };
  return JSON.stringify({ ...built, name, ...icons });
}

/** The icons of an installed app. */
function iconsOf({ icon, tile }: Mark): object[] {
  const iconAs = (purpose: string, { id, side }: Mark['icon']) => ({
    src: `/mark/${id}.png`,
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  });
  return [iconAs('any', tile), iconAs('any', icon), iconAs('maskable', icon)];
}

/** A document with the owner's mark in its head. Launch screens show the product's: the system draws its own then. */
function withMark(html: string, mark: Mark | null): string {
  if (!mark) return html;
  return html
    .replace('/icons/icon.svg" type="image/svg+xml"', `/mark/${mark.tile.id}.png" type="image/png"`)
    .replaceAll(/\/icons\/(apple-touch-icon|icon-512)\.png/g, `/mark/${mark.icon.id}.png`)
    .replaceAll(/<link rel="apple-touch-startup-image"[^>]*>/g, '');
}

function scriptHashes(folder: string): string[] {
  const file = join(folder, 'csp.json');
  if (!existsSync(file)) return [];
  const hashes: unknown = JSON.parse(readFileSync(file, 'utf8'));
  const valid = (hash: unknown) => typeof hash === 'string' && /^sha256-[\w+/]+=*$/.test(hash);
  if (!Array.isArray(hashes) || !hashes.every(valid))
    throw new Error(`${file} is no list of hashes.`);
  return hashes;
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
