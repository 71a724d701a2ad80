import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Asset, isServed, readAsset } from './asset.ts';
import { documentPolicy } from './headers.ts';
import { fillingsOf, type PageSettings } from './page-settings.ts';

/** The built page by the path of each file, e.g. `/index.de.html`. */
export interface Pages {
  get(path: string): Asset | undefined;
}

/** The built page on the disk. Reads each file at its first request and keeps it in memory. */
export class BuiltPages implements Pages {
  readonly #files = new Map<string, string>();
  readonly #assets = new Map<string, Asset>();
  readonly #filling: { documentPolicy: string; fillings: ReadonlyMap<string, string> };

  /**
   * @param folder of the build; `csp.json` in it lists the hashes of inline scripts, `.br` and `.gz`
   *   beside a file are its compressed forms
   */
  constructor(folder: string, settings: PageSettings) {
    this.#filling = {
      documentPolicy: documentPolicy(scriptHashes(folder)),
      fillings: fillingsOf(settings),
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

  get(path: string): Asset | undefined {
    const known = this.#assets.get(path);
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

  /** Reads the remaining files. After that, a new build on the disk changes nothing. */
  async readAll(): Promise<void> {
    for (const path of this.#files.keys()) {
      this.get(path);
      // Lets requests run between two files.
      await new Promise(setImmediate);
    }
  }
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
