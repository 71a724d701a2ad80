import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { ConfigError } from './config.ts';

/** Where an installation by OPERATE.md has its settings and its data, as the unit of systemd names them. */
export interface Installation {
  settings: string;
  folder: string;
}

export const INSTALLATION: Installation = {
  settings: '/etc/football-agency.env',
  folder: '/var/lib/football-agency',
};

/**
 * The settings of a call. With SITE_URL or DATABASE_URL in the environment, as from systemd, in a container or in a
 * checkout, these are all. Else, on a machine with an installation, its settings are read, and the process goes on in
 * its folder with the rights of its owner: no file of the data ever belongs to root.
 *
 * @throws ConfigError if this user may not do so
 */
export function enterInstallation(
  environment: NodeJS.ProcessEnv,
  tell: (line: string) => void,
  { settings, folder }: Installation = INSTALLATION,
): NodeJS.ProcessEnv {
  if (environment.SITE_URL || environment.DATABASE_URL || !existsSync(settings)) return environment;
  const stored = readSettings(settings);
  const owner = ownerOf(folder);
  process.chdir(folder);
  if (process.getuid?.() === 0) takeRightsOf(owner);
  tell(`With the settings of ${settings}, in ${folder}, as ${userName()}.`);
  return { ...stored, ...environment };
}

function ownerOf(folder: string): { uid: number; gid: number } {
  try {
    return statSync(folder);
  } catch (cause) {
    const text = `There is no ${folder}: start the server once (systemctl start football-agency), or make it: install -d -m 700 -o football-agency -g football-agency ${folder}`;
    throw new ConfigError([text], { cause });
  }
}

function readSettings(file: string): Record<string, string> {
  try {
    return settingsIn(readFileSync(file, 'utf8'));
  } catch (cause) {
    const text = `The settings in ${file} are for root to read: call this as root.`;
    throw new ConfigError([text], { cause });
  }
}

/** One `NAME=value` a line, as systemd reads an EnvironmentFile: `#` begins a comment at the start of a line only. */
function settingsIn(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s*([A-Za-z_]\w*)=(.*)$/.exec(line) ?? [];
    if (name) settings[name] = value.trim().replace(/^(["'])(.*)\1$/, '$2');
  }
  return settings;
}

function takeRightsOf({ uid, gid }: { uid: number; gid: number }): void {
  process.setgroups?.([gid]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

/** The system may not know the name of a user. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.()}`;
  }
}
