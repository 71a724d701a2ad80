import { execFileSync } from 'node:child_process';
import Database from 'better-sqlite3';

interface Component {
  'bom-ref': string;
  [field: string]: unknown;
}
interface Sbom {
  metadata: { component: Component; lifecycles: unknown };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

/**
 * The software bill of materials in CycloneDX: npm's own one of package-lock.json, reduced to the packages in
 * the release. Packages for development whose code is in the build, such as React, are required here.
 *
 * @param ids of the packages, as `name@version`
 */
export function makeSbom(root: string, ids: ReadonlySet<string>): Sbom {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--offline'];
  const text = execFileSync('npm', args, {
    cwd: root,
    maxBuffer: 2 ** 26,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const sbom: Sbom = JSON.parse(text.toString());
  const product = sbom.metadata.component;
  const kept = sbom.components.filter((component) => ids.has(component['bom-ref']));
  const missing = [...ids].filter((id) => !kept.some((component) => component['bom-ref'] === id));
  if (missing.length > 0) throw new Error(`package-lock.json lacks ${missing.join(', ')}.`);
  const refs = new Set([product['bom-ref'], ...ids]);

  sbom.metadata.lifecycles = [{ phase: 'post-build' }];
  Object.assign(product, { type: 'application', name: product['bom-ref'].split('@')[0] });
  sbom.components = [
    ...kept.map((component) => ({ ...component, scope: 'required', properties: [] })),
    sqlite(),
  ];
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }));
  return sbom;
}

/** SQLite is compiled into better-sqlite3; its CPE lets scanners find its weaknesses. */
function sqlite(): Component {
  const database = new Database(':memory:');
  const version = String(database.prepare('SELECT sqlite_version()').pluck().get());
  database.close();
  return {
    'bom-ref': `sqlite@${version}`,
    type: 'library',
    name: 'sqlite',
    version,
    scope: 'required',
    cpe: `cpe:2.3:a:sqlite:sqlite:${version}:*:*:*:*:*:*:*`,
    licenses: [{ license: { id: 'blessing' } }],
  };
}
