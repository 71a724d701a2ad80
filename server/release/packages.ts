import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { EXTERNAL_PACKAGES } from './external-packages.ts';

/** A package outside the build. */
export interface Package {
  /** `name@version`. */
  id: string;
  /** Relative to the project, e.g. `node_modules/pg`. */
  path: string;
}

/** Needed only while a package is compiled, or on another platform. */
const NOT_AT_RUN_TIME = /^(prebuild-install|pg-cloudflare)$/;
/** better-sqlite3 brings SQLite's sources, and leaves what its compiler made. */
const NOT_COPIED =
  /^node_modules\/better-sqlite3\/(deps|src|build\/(?!Release(\/better_sqlite3\.node)?$))/;

/** The packages that the built server loads from node_modules, with all that they need. */
export function runtimePackages(root: string): Package[] {
  const found = new Map<string, Package>();
  const add = (name: string, from: string, optional: boolean) => {
    const path = pathOf(root, name, from);
    if (!path) {
      if (optional) return;
      throw new Error(`${name} is not installed: run "npm ci".`);
    }
    if (found.has(path) || NOT_AT_RUN_TIME.test(name)) return;
    const manifest = manifestOf(join(root, path));
    found.set(path, { id: idOfPackage(join(root, path)), path });
    for (const each of Object.keys(manifest.optionalDependencies ?? {})) add(each, path, true);
    for (const each of Object.keys(manifest.dependencies ?? {})) add(each, path, false);
  };
  for (const name of EXTERNAL_PACKAGES) add(name, '', false);
  return [...found.values()];
}

/** Copies what the packages need at run time. */
export function copyPackages(root: string, packages: readonly Package[], to: string): void {
  for (const { path } of packages) {
    cpSync(join(root, path), join(to, path), {
      recursive: true,
      filter: (source) => !NOT_COPIED.test(relative(root, source)),
    });
  }
}

/** The licences of packages by their `name@version`, as their authors ask to hand them on. */
export function licencesOf(folders: ReadonlyMap<string, string>): string {
  const texts = [...folders].map(([id, folder]) => {
    const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
    const text = file ? readFileSync(join(folder, file), 'utf8') : manifestOf(folder).license;
    return `${id}\n\n${text.trim()}\n`;
  });
  return texts.sort().join(`\n${'-'.repeat(80)}\n\n`);
}

/** Of the package in this folder: `name@version`. */
export function idOfPackage(folder: string): string {
  const { name, version } = manifestOf(folder);
  return `${name}@${version}`;
}

function manifestOf(folder: string) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Where Node finds a package from inside another one; undefined if it is not installed. */
function pathOf(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (existsSync(join(root, path))) return path;
    if (folder === '' || folder === '.') return undefined;
  }
}
