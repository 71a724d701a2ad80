import type { Plugin, Rolldown } from 'vite';

/** The bundler's graph of modules. */
type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Pages of the app for visitors: each takes no more than its own. */
const VISITORS =
  /\/pwa\/app\/(booth|pages\/(auth|confirm-address|home|inquiry|new-password|set-up-passkey)-page)\.tsx$/;

/** What the first screen of the office loads. */
const FIRST_SCREEN =
  /\/pwa\/(app\/(main|shell|pages\/dashboard-page)|sync\/sync-provider|ui\/toasts\/toaster)\.tsx$/;

/** What a device needs to work with its first rows: `lazyPartFirst` loads it. */
const FIRST_ROWS =
  /\/pwa\/(app\/pages\/(application|sync)-page|features\/applications\/status\/status-sheet)\.tsx$/;

/** Screens that few people open, or few times. */
const SELDOM =
  /\/pwa\/(app\/(shared\/(import-here|shared-page)|today\/backups-told|pages\/(account|figures|translations|users)-page)|features\/(applications\/removal\/removed|audit\/audit|site\/site)-page)\.tsx$/;

/** Large and needed by one screen or field, or by one language, or at another time: files of their own. */
const ALONE =
  /\/pwa\/(app\/(office-background|pages\/board-page)\.tsx|lib\/text\/dial-number\.ts|i18n\/(all-texts\.ts|locales\/))|\/node_modules\/(@simplewebauthn\/browser|qrcode|workbox-window)\//;

/**
 * Names the files of the office behind its first screen: `records` comes with the first rows, `screens` has the other
 * screens and windows, `settings` the screens that are seldom opened, and `shared-…` modules of visitors' pages, too. On a link of
 * 1.6 Mbit/s and 150 ms all of the office is there after 5.2 s instead of 7.0, in 180 requests instead of 530, with the direct imports.
 *
 * @param root the project's folder
 */
export function officeParts(root: string): (id: string, graph: Graph) => string | null {
  let nameOf: ((id: string) => string | null) | undefined;
  return (id, graph) => {
    nameOf ??= partsOf(root, graph);
    return nameOf(id);
  };
}

function partsOf(root: string, graph: Graph): (id: string) => string | null {
  const main = `${root}/pwa/app/main.tsx`;
  const landing = `${root}/pwa/landing/main.tsx`;
  const pages = [...reach(graph, [main], { later: true })];
  const among = (test: RegExp) => pages.filter((id) => test.test(id));
  const visitors = reach(graph, [landing, ...among(VISITORS)], { later: true });
  const first = reach(graph, [landing, ...among(FIRST_SCREEN)]);
  const firstRows = reach(graph, among(FIRST_ROWS));
  const office = reach(graph, [main], { later: true, without: [ALONE] });
  const often = reach(graph, [main], { later: true, without: [ALONE, SELDOM] });
  const own = reach(
    graph,
    [...office].filter((id) => !visitors.has(id)),
  );
  const nameOfBoth = namesByUse([...own].filter((id) => visitors.has(id)));
  return (id) => {
    if (!office.has(id) || first.has(id)) return null;
    if (visitors.has(id)) return nameOfBoth.get(id) ?? null;
    if (firstRows.has(id)) return 'records';
    return often.has(id) ? 'screens' : 'settings';
  };

  /** The same name for what the same parts of the visitors' pages use. */
  function namesByUse(modules: readonly string[]): Map<string, string> {
    const later = [...visitors].flatMap(
      (id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [],
    );
    const parts = new Set([...among(VISITORS), ...later]);
    const used = [...parts].map((part) => reach(graph, [part]));
    const uses = modules.map((id) => used.map((one) => Number(one.has(id))).join(''));
    const kinds = [...new Set(uses)];
    return new Map(modules.map((id, at) => [id, `shared-${kinds.indexOf(uses[at] ?? '')}`]));
  }
}

/**
 * These modules and all that they import.
 *
 * @param later also what they import later, without what these match
 */
function reach(
  graph: Graph,
  from: readonly string[],
  { later = false, without = [] }: { later?: boolean; without?: readonly RegExp[] } = {},
): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const module = found.has(id) ? null : graph.getModuleInfo(id);
    if (!module) continue;
    found.add(id);
    left.push(...module.importedIds);
    if (!later) continue;
    left.push(
      ...module.dynamicallyImportedIds.filter((one) => !without.some((test) => test.test(one))),
    );
  }
  return found;
}

/** Fails the build if two files of the page need each other: one would run before what it needs. */
export function noCycles(): Plugin {
  return {
    name: 'no-cycles',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const done = new Set<string>();
      function visit(name: string, path: readonly string[]): void {
        if (path.includes(name))
          throw new Error(`A cycle of files: ${[...path, name].join(' → ')}`);
        const file = bundle[name];
        if (done.has(name) || file?.type !== 'chunk') return;
        for (const imported of file.imports) visit(imported, [...path, name]);
        done.add(name);
      }
      for (const name of Object.keys(bundle)) visit(name, []);
    },
  };
}
