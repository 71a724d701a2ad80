/**
 * `npm run release`: makes `dist/release/football-agency-<version>-<platform>-<arch>-node<major>.tar.gz`, its version
 * with day and digest of the commit, which serves by `agency serve` without a build, npm or a compiler. The
 * native packages are for this machine: it runs on the same platform and major version of Node.js.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readBuildRecord } from './build-record.ts';
import { copyPackages, idOfPackage, licencesOf, runtimePackages } from './packages.ts';
import { makeSbom } from './sbom.ts';

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'dist', 'release');
/** In the page as a file, not as code. */
const FONT = join(ROOT, 'node_modules', '@fontsource', 'fraunces');

/** The command of the archive, also by a link to it from another folder. */
const AGENCY = `#!/bin/sh
# MALLOC_ARENA_MAX: the compression threads share their memory.
export AGENCY_CALLED="$0" MALLOC_ARENA_MAX=2
[ $# -gt 0 ] || set -- --help
exec node "$(dirname "$(readlink -f "$0")")/main.js" "$@"
`;

const archive = makeRelease();
const size = (statSync(archive).size / 1e6).toFixed(1);
process.stdout.write(`${archive} (${size} MB)\n`);

/** Returns the path of the archive. */
function makeRelease(): string {
  const record = readBuildRecord();
  if (!record) throw new Error('There is no build: run "npm run build".');
  const product = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  product.version += commit();
  const name = `${product.name}-${product.version}`;
  const folder = join(OUT, name);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });

  for (const path of ['dist/pwa', 'dist/server', 'prisma/migrations', 'CHANGELOG.md']) {
    cpSync(join(ROOT, path), join(folder, path), { recursive: true });
  }
  copyDeployment(folder);
  const packages = runtimePackages(ROOT);
  copyPackages(ROOT, packages, folder);
  const folders = new Map([
    ...Object.entries(record.packages),
    ...[FONT, ...packages.map(({ path }) => join(ROOT, path))].map(
      (path) => [idOfPackage(path), path] as const,
    ),
  ]);
  writeJson(join(folder, 'sbom.cdx.json'), makeSbom(ROOT, new Set(folders.keys())));
  writeFileSync(join(folder, 'LICENSES.txt'), licencesOf(folders));
  writeJson(join(folder, 'package.json'), manifestOf(product));
  writeFileSync(join(folder, 'main.js'), entry());
  writeFileSync(join(folder, 'agency'), AGENCY, { mode: 0o755 });

  const { platform, arch } = process;
  const archive = join(OUT, `${name}-${platform}-${arch}-node${majorOf(process.version)}.tar.gz`);
  pack(folder, archive);
  rmSync(folder, { recursive: true });
  return archive;
}

/** The operator's pages and the example files, the Dockerfile with this version of Node.js. */
function copyDeployment(folder: string): void {
  for (const page of ['OPERATE.md', 'SETTINGS.md', 'SECURITY.md'])
    cpSync(join(ROOT, 'server', page), join(folder, page));
  cpSync(join(ROOT, 'server/deploy'), join(folder, 'deploy'), {
    recursive: true,
    filter: (path) => !path.endsWith('.ts'),
  });
  const file = join(folder, 'deploy', 'Dockerfile');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/^FROM node:\d+/m, `FROM node:${majorOf(process.version)}`));
}

/** Names, and the commands that need no packages for development. */
function manifestOf(product: Record<string, unknown>): object {
  const { name, version, description, type, scripts } = product;
  const kept = Object.entries(scripts as Record<string, string>).filter(([, command]) =>
    /^exec node dist\//.test(command),
  );
  return {
    name,
    version,
    private: true,
    description,
    type,
    engines: { node: `${majorOf(process.version)}.x` },
    scripts: { ...Object.fromEntries(kept), start: 'exec node main.js' },
  };
}

/** Entries without an owner, in a stable order: the same input makes the same archive. */
function pack(folder: string, archive: string): void {
  const owner = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go=rX'];
  execFileSync('tar', ['-czf', archive, ...owner, '-C', OUT, basename(folder)]);
}

/** `+<day>.<digest>` of the commit, as SemVer's build metadata; empty outside of git. */
function commit(): string {
  try {
    const options = { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' } as const;
    const text = execFileSync('git', ['log', '-1', '--format=+%cs.%h'], options);
    return text.trim().replaceAll('-', '');
  } catch {
    return '';
  }
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}

function majorOf(version: string): number {
  return Number(/\d+/.exec(version)?.[0]);
}

/** The first file to run. Another major version of Node.js cannot load the native packages. */
function entry(): string {
  const built = `Node.js ${majorOf(process.version)} on ${process.platform} ${process.arch}`;
  return `const here = \`Node.js \${process.versions.node.split('.')[0]} on \${process.platform} \${process.arch}\`;
if (here !== '${built}') {
  console.error(\`This release is for ${built}, and here is \${here}: take the release for it.\`);
  process.exit(1);
}
await import('./dist/server/main.js');
`;
}
