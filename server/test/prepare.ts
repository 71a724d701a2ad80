/**
 * The first step of `npm test`: installs Chromium, the programs of PostgreSQL, a decoder of printed codes, WebKit,
 * Firefox, and what a site is deployed with (nginx, Caddy, systemd) where the machine has none. Without one of the
 * first three it prints a line for each and exits with 1; without the others the tests say what they leave
 * out. It never prompts and cannot hang.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findPostgres } from '#prisma/throwaway-postgres.ts';
import { findChromium, hasDecoder, missingDeployment, missingEngines } from './programs.ts';
import { runWithin } from './run-within.ts';

const DOWNLOAD_LIMIT = 120_000;
const INSTALL_LIMIT = 10 * 60_000;

const MISSING = {
  chromium:
    'The journeys need Chromium: "npx playwright install chromium" (Debian: "apt-get install chromium"), or name one in CHROMIUM.',
  postgres:
    'The server tests need the PostgreSQL programs: "apt-get install postgresql" (macOS: "brew install postgresql"), or name their folder in PG_BIN.',
  decoder:
    'The journeys of posters need zbar and poppler: "apt-get install zbar-tools poppler-utils" (macOS: "brew install zbar poppler").',
};

const lacking = [
  (await hasChromium()) ? null : MISSING.chromium,
  (await hasPostgres()) ? null : MISSING.postgres,
  (await getDecoder()) ? null : MISSING.decoder,
].filter((line) => line !== null);
for (const line of lacking) console.error(line);
if (lacking.length > 0) process.exit(1);
await getEngines();
await getDeployment();

async function hasChromium(): Promise<boolean> {
  if (findChromium()) return true;
  say('Getting Chromium for the journeys');
  await downloadChromium();
  if (findChromium()) return true;
  const installed = (await aptInstall('chromium-headless-shell')) || (await aptInstall('chromium'));
  return installed && findChromium() !== undefined;
}

/** Limited in time, because Playwright retries for long on a network that drops packets. */
function downloadChromium(): Promise<boolean> {
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright')), 'cli.js');
  return runWithin(DOWNLOAD_LIMIT, process.execPath, [cli, 'install', 'chromium'], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000',
  });
}

async function hasPostgres(): Promise<boolean> {
  if (findPostgres()) return true;
  say('Getting the PostgreSQL programs for the server tests');
  return (await aptInstall('postgresql')) && findPostgres() !== undefined;
}

async function getDecoder(): Promise<boolean> {
  if (hasDecoder()) return true;
  say('Getting a decoder of printed codes for the journeys');
  return (await aptInstall('zbar-tools', 'poppler-utils')) && hasDecoder();
}

async function getEngines(): Promise<void> {
  for (const { title, packages } of missingEngines()) {
    say(`Getting ${title} for the journeys`);
    await aptInstall(...packages);
  }
}

async function getDeployment(): Promise<void> {
  const missing = missingDeployment();
  if (missing.length === 0) return;
  say(`Getting ${missing.map(({ title }) => title).join(', ')} for the tests of the deployment`);
  await aptInstall(...missing.flatMap(({ packages }) => packages));
}

/** Installs packages as root on Debian or a derivative; false on other machines. */
async function aptInstall(...names: string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  if (names.includes('postgresql')) makeNoCluster();
  const apt = (...args: string[]) =>
    runWithin(INSTALL_LIMIT, 'apt-get', ['-q', '-y', '-o', 'DPkg::Lock::Timeout=60', ...args], {
      DEBIAN_FRONTEND: 'noninteractive',
      UCF_FORCE_CONFFOLD: '1',
    });
  // If this fails, the old list may still do.
  await apt('update');
  const allowServices = forbidServices();
  try {
    return await apt('install', '--no-install-recommends', ...names);
  } finally {
    allowServices();
  }
}

/** Keeps packages from starting servers of their own. Returns what takes this back. */
function forbidServices(): () => void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return () => undefined;
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  return () => rmSync(policy);
}

/** Keeps the package from creating and starting a server of its own. */
function makeNoCluster(): void {
  const folder = '/etc/postgresql-common';
  const settings = join(folder, 'createcluster.conf');
  mkdirSync(folder, { recursive: true });
  if (!existsSync(settings)) writeFileSync(settings, 'create_main_cluster = false\n');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
