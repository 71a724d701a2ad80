/** What the bundler says of a module. */
interface Graph {
  getModuleInfo(id: string): {
    importedIds: readonly string[];
    dynamicallyImportedIds: readonly string[];
  } | null;
}

/** What visitors load, too: each takes no more than its own. The bundler splits it. */
const VISITORS =
  /\/pwa\/(landing\/main|app\/(booth|pages\/(auth|confirm-address|home|inquiry|new-password|set-up-passkey)-page))\.tsx$/;

/** What `app` and `office` load with the first screen. */
const FIRST_SCREEN = /\/pwa\/(app\/(main|shell|pages\/dashboard-page)|sync\/sync-provider)\.tsx$/;

/** What a device needs to work with its first rows: `lazyPartFirst` asks for it. */
const FIRST_ROWS =
  /\/pwa\/(app\/pages\/(application|sync)-page|features\/applications\/status\/status-sheet)\.tsx$/;

/** Screens that few people open, or few times. */
const SELDOM =
  /\/pwa\/(app\/pages\/(account|figures|translations|users)-page|features\/(applications\/removal\/removed|audit\/audit|import\/import|site\/site)-page)\.tsx$/;

/** Large, and needed by one screen or one field. */
const ALONE =
  /\/pwa\/(app\/pages\/board-page\.tsx|lib\/text\/dial-number\.ts|i18n\/)|\/node_modules\//;

/**
 * Names the files of the office that come after its first screen: `records` comes with the first rows, `screens` has the
 * other screens and windows, `settings` those that are seldom opened. One large file instead of forty small ones: a
 * browser needs some milliseconds for each, and the service worker stores each.
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
  const office = reach(graph, [`${root}/pwa/app/main.tsx`], { lazy: true });
  const among = (test: RegExp) => [...office].filter((id) => test.test(id));
  const visitors = reach(graph, [`${root}/pwa/landing/main.tsx`, ...among(VISITORS)], {
    lazy: true,
  });
  const firstScreen = reach(graph, among(FIRST_SCREEN));
  const firstRows = reach(graph, among(FIRST_ROWS));
  const often = reach(graph, [`${root}/pwa/app/main.tsx`], { lazy: true, without: SELDOM });
  return (id) => {
    if (!office.has(id) || visitors.has(id) || firstScreen.has(id) || ALONE.test(id)) return null;
    if (firstRows.has(id)) return 'records';
    return often.has(id) ? 'screens' : 'settings';
  };
}

/** These modules and all that they import; with `lazy` also what they import later. */
function reach(
  graph: Graph,
  from: readonly string[],
  { lazy = false, without }: { lazy?: boolean; without?: RegExp } = {},
): Set<string> {
  const found = new Set<string>();
  const left = [...from];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const module = found.has(id) || without?.test(id) ? null : graph.getModuleInfo(id);
    if (!module) continue;
    found.add(id);
    left.push(...module.importedIds, ...(lazy ? module.dynamicallyImportedIds : []));
  }
  return found;
}
