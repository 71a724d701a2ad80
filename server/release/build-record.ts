import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { idOfPackage } from './packages.ts';
import { digestSources } from './sources.ts';

/** What `npm run build` made `dist/` from. */
export interface BuildRecord {
  /** Of sources.ts. */
  sources: string;
  /** The folders of the packages whose code is in the build, by `name@version`. */
  packages: Record<string, string>;
}

const FILE = join(import.meta.dirname, '../../dist/build.json');

/** Null if nothing was built, or the last build did not end. */
export function readBuildRecord(): BuildRecord | null {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch {
    return null;
  }
}

/** Writes the record when both parts are built. */
export function recordBuild(): Plugin {
  const packages = new Map<string, string>();
  let sources = '';
  return {
    name: 'record-build',
    apply: 'build',
    // One instance for page and server.
    sharedDuringBuild: true,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const folder = packageFolderOf(id);
          if (folder) packages.set(idOfPackage(folder), folder);
        }
      }
    },
    buildApp: {
      order: 'pre',
      async handler(builder) {
        // Before the build: a file that is edited meanwhile makes the build stale.
        sources = digestSources();
        for (const environment of Object.values(builder.environments)) {
          await builder.build(environment);
        }
        const record: BuildRecord = { sources, packages: Object.fromEntries([...packages].sort()) };
        writeFileSync(FILE, `${JSON.stringify(record, null, 2)}\n`);
      },
    },
  };
}

/** The folder of the package that a module is from; undefined for our own. */
function packageFolderOf(module: string): string | undefined {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replace(/^\0/, ''))?.[1];
}
