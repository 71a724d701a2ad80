import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const SYSTEM = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/**
 * The Chromium for the journeys: the path in CHROMIUM, else Playwright's own, else the system's,
 * whose headless shell takes two thirds of the whole browser's time. Undefined when none of them runs;
 * a downloaded one may lack system libraries. As root it needs `--no-sandbox`.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM = '', PATH = '' } = process.env;
  const system = PATH.split(delimiter).flatMap((folder) =>
    SYSTEM.map((program) => join(folder, program)),
  );
  return [CHROMIUM, chromium.executablePath(), ...system].find(runs);
}

/** The engines of the journeys besides Chromium, with the packages that they come from on Debian. */
export const ENGINES = {
  webkit: {
    title: 'WebKit',
    packages: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
    isThere: () => has('WebKitWebDriver') && has('Xvfb') && hasWebKitForPython(),
  },
  firefox: { title: 'Firefox', packages: ['firefox-esr'], isThere: () => has('firefox-esr') },
};

export type Engine = keyof typeof ENGINES;

/** Those of the engines whose programs this machine has. */
export function findEngines(): Engine[] {
  return (['webkit', 'firefox'] as const).filter((engine) => ENGINES[engine].isThere());
}

/** Those that it lacks. */
export function missingEngines(): (typeof ENGINES)[Engine][] {
  return Object.values(ENGINES).filter(({ isThere }) => !isThere());
}

/** Programs that a site is deployed with, with the packages that they come from on Debian. */
const DEPLOYMENT = {
  nginx: { title: 'nginx', packages: ['nginx', 'openssl'], isThere: () => has('nginx') },
  caddy: { title: 'Caddy', packages: ['caddy', 'openssl'], isThere: () => has('caddy') },
  systemd: { title: 'systemd', packages: ['systemd'], isThere: () => has('systemd-analyze') },
};

export type Deployment = keyof typeof DEPLOYMENT;

/** Those of the programs that this machine has. */
export function findDeployment(): ReadonlySet<Deployment> {
  const names = Object.keys(DEPLOYMENT) as Deployment[];
  return new Set(names.filter((name) => DEPLOYMENT[name].isThere()));
}

/** Those that it lacks. */
export function missingDeployment(): (typeof DEPLOYMENT)[Deployment][] {
  return Object.values(DEPLOYMENT).filter(({ isThere }) => !isThere());
}

/** Whether this machine can read the codes of a printed PDF. */
export function hasDecoder(): boolean {
  return has('zbarimg') && has('pdftoppm');
}

function has(program: string): boolean {
  // Where an ordinary user's shell does not look for servers.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}

function hasWebKitForPython(): boolean {
  const script =
    'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")';
  return spawnSync('/usr/bin/python3', ['-c', script], { stdio: 'ignore' }).status === 0;
}

function runs(program: string): boolean {
  if (!existsSync(program)) return false;
  return spawnSync(program, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}
