import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const PWA = resolve(import.meta.dirname, '..');
const BEGIN =
  '<!-- Drawn from biome.json; `npx vitest run pwa/test/rooms.test.ts -u` draws it again. -->';
const END = '<!-- /drawn -->';

/** One import rule of biome.json. */
interface Room {
  folder: string;
  /** The rooms that files of this room may import, lowest first. */
  mayUse: string[];
  message: string;
}

test('pwa/README.md draws the import rules that Biome checks', async () => {
  const file = join(PWA, 'README.md');
  const readme = readFileSync(file, 'utf8');
  const [before, after] = [readme.split(BEGIN)[0], readme.split(END)[1]];
  expect(after, `README.md has no place between ${BEGIN} and ${END}`).toBeDefined();
  const drawn = `${BEGIN}\n${diagramOf(rooms())}\n\n${tableOf(rooms())}\n${END}`;
  await expect(`${before}${drawn}${after}`).toMatchFileSnapshot(file);
});

test.each(rooms())('what Biome says about $folder names every room that it may use', (room) => {
  expect(room.message).toContain(`${room.folder} may use: ${listOf(room)}.`);
});

test('no two rooms may use each other', () => {
  const all = rooms();
  const mutual = all.flatMap(({ folder, mayUse }) =>
    mayUse.filter((used) => all.find((one) => one.folder === used)?.mayUse.includes(folder)),
  );
  expect(mutual).toEqual([]);
});

interface Override {
  includes: string[];
  linter: { rules: { style?: { noRestrictedImports?: { options: { patterns: [Pattern] } } } } };
}

interface Pattern {
  group: string[];
  message: string;
}

function rooms(): Room[] {
  const text = readFileSync(resolve(PWA, '../biome.json'), 'utf8');
  const { overrides } = JSON.parse(text) as { overrides: Override[] };
  const rules = overrides.flatMap(({ includes: [folder = ''], linter }) => {
    const pattern = linter.rules.style?.noRestrictedImports?.options.patterns[0];
    return pattern ? [{ folder: folder.replace('/**', ''), ...pattern }] : [];
  });
  const folders = rules.map(({ folder }) => folder);
  return rules.map(({ folder, group, message }) => {
    const allowed = folders.filter(
      (other) => other !== folder && isAllowed(specifierIn(other), group),
    );
    // A room stands for the rooms in it.
    const mayUse = allowed.filter((one) => !allowed.some((all) => all !== one && isIn(all, one)));
    return { folder, message, mayUse };
  });
}

/** Whether a folder is this room, or in it. */
function isIn(room: string, folder: string): boolean {
  return `${folder}/`.startsWith(`${room}/`);
}

/** How a file of that folder is imported from another one. */
function specifierIn(folder: string): string {
  return `#${folder.replace('server/contract', 'contract')}/file.ts`;
}

/** As in a .gitignore the last pattern that matches decides; `!` allows. */
function isAllowed(specifier: string, group: readonly string[]): boolean {
  const last = group.findLast((pattern) => {
    const start = pattern.replace('!', '').replace(/\*\*$/, '');
    return specifier.startsWith(start);
  });
  return last === undefined || last.startsWith('!');
}

const nameOf = (folder: string): string => folder.replace(/^(pwa|server)\//, '');

function listOf({ mayUse }: Room): string {
  return mayUse.map(nameOf).join(', ') || 'nothing of ours';
}

function tableOf(all: readonly Room[]): string {
  const rows = all.map((room) => `| \`${room.folder}\` | ${listOf(room)} |`);
  return ['| room | may use |', '| --- | --- |', ...rows].join('\n');
}

/** Arrows that follow from two others are left out. */
function diagramOf(all: readonly Room[]): string {
  const usedBy = (folder: string) => all.find((one) => one.folder === folder)?.mayUse ?? [];
  const arrows = all.flatMap(({ folder, mayUse }) =>
    mayUse
      .filter((used) => !mayUse.some((between) => usedBy(between).includes(used)))
      .map((used) => `  ${idOf(folder)} --> ${idOf(used)}`),
  );
  const boxes = all.map(({ folder }) => `  ${idOf(folder)}["${folder}"]`);
  return ['```mermaid', 'flowchart TD', ...boxes, ...arrows, '```'].join('\n');
}

const idOf = (folder: string): string => folder.replaceAll('/', '_');
