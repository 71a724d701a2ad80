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
 * whose headless shell runs all journeys in 8.1 minutes, the whole browser in 11.4. Undefined when
 * none of them runs; a downloaded one may lack system libraries. As root it needs `--no-sandbox`.
 */
export function findChromium(): string | undefined {
  const { CHROMIUM = '', PATH = '' } = process.env;
  const system = PATH.split(delimiter).flatMap((folder) =>
    SYSTEM.map((program) => join(folder, program)),
  );
  return [CHROMIUM, chromium.executablePath(), ...system].find(runs);
}

/** Prints nothing and fails where a part of WebKitGTK is missing. */
const HAS_WEBKIT =
  'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")';

/**
 * The other engines whose programs this machine has. WebKit is steered by WebKitWebDriver, on the screen
 * that Xvfb pretends, in a window that Python opens.
 */
export function findEngines(): ('webkit' | 'firefox')[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const has = (name: string) => folders.some((folder) => existsSync(join(folder, name)));
  const hasWebKit =
    has('WebKitWebDriver') &&
    has('Xvfb') &&
    spawnSync('/usr/bin/python3', ['-c', HAS_WEBKIT], { stdio: 'ignore' }).status === 0;
  return [
    ...(hasWebKit ? (['webkit'] as const) : []),
    ...(has('firefox-esr') ? (['firefox'] as const) : []),
  ];
}

function runs(program: string): boolean {
  if (!existsSync(program)) return false;
  return spawnSync(program, ['--version'], { timeout: 20_000, stdio: 'ignore' }).status === 0;
}
