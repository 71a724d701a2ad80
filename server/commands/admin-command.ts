/**
 * `agency admin …` works on the accounts in the database of DATABASE_URL, also while the server runs:
 * for the person who runs it, when no user can sign in any more.
 */
import { passwordLinkUrl } from '#contract/paths/app-paths.ts';
import type { Db } from '#prisma/client.ts';
import { listAccounts } from '#server/domain/accounts/accounts.ts';
import {
  endSessionsByName,
  makeAdmin,
  makeLinkByName,
  removeFactorByName,
  resetPassword,
} from '#server/domain/accounts/operator.ts';
import { readOne, readSiteUrl } from '#server/settings/config.ts';
import { type Command, inDatabase, Misused, unknownWord } from './command.ts';

type Work = (db: Db, name: string, environment: NodeJS.ProcessEnv) => Promise<readonly string[]>;

const COMMANDS: Record<string, { work: Work; takesName: boolean }> = {
  list: { work: list, takesName: false },
  create: { work: create, takesName: true },
  'reset-password': { work: reset, takesName: true },
  link: { work: link, takesName: true },
  'remove-factor': { work: removeFactor, takesName: true },
  'end-sessions': { work: endSessions, takesName: true },
};

export const adminCommand: Command = {
  usage: (agency) => `${agency} admin list                  shows all accounts
${agency} admin create NAME           makes NAME an admin; a new account gets a generated password
${agency} admin reset-password NAME   gives NAME a generated password; ends sessions, passkeys and recovery codes
${agency} admin link NAME             prints a one-time link by which NAME chooses a new password
${agency} admin remove-factor NAME    removes the passkeys and recovery codes of NAME
${agency} admin end-sessions NAME     signs NAME out everywhere`,

  async run({ args, environment, say }) {
    const [subcommand = '', name = '', ...rest] = args;
    const known = Object.hasOwn(COMMANDS, subcommand) ? COMMANDS[subcommand] : undefined;
    if (!known && subcommand) throw new Misused(unknownWord(subcommand, COMMANDS, 'admin'));
    if (!known || rest.length > 0 || known.takesName !== (name !== '')) throw new Misused();
    const url = readOne(environment, 'DATABASE_URL');
    for (const line of await inDatabase(url, (db) => known.work(db, name, environment))) say(line);
  },
};

async function list(db: Db): Promise<readonly string[]> {
  const accounts = await listAccounts(db);
  const rows = accounts.map(({ username, role, state, lastSeenAt, sessions }) => [
    username,
    role,
    state,
    lastSeenAt?.slice(0, 10) ?? 'never',
    String(sessions),
  ]);
  return ['name\trole\tstate\tlast seen\tsessions', ...rows.map((row) => row.join('\t'))];
}

async function create(db: Db, name: string): Promise<readonly string[]> {
  const password = await makeAdmin(db, name);
  return [`"${name}" is an admin.`, ...(password === null ? [] : passwordLines(password))];
}

async function reset(db: Db, name: string): Promise<readonly string[]> {
  return passwordLines(await resetPassword(db, name));
}

async function link(
  db: Db,
  name: string,
  environment: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const siteUrl = readSiteUrl(environment);
  const url = passwordLinkUrl(siteUrl, await makeLinkByName(db, name));
  const isLocal = readOne(environment, 'SITE_URL') === null;
  return [
    url,
    'It works once, for 24 hours. It is shown only now.',
    ...(isLocal ? ['SITE_URL is not set here: the link leads to this machine.'] : []),
  ];
}

async function removeFactor(db: Db, name: string): Promise<readonly string[]> {
  await removeFactorByName(db, name);
  return [`"${name}" has no second factor any more, and is signed out everywhere.`];
}

async function endSessions(db: Db, name: string): Promise<readonly string[]> {
  await endSessionsByName(db, name);
  return [`"${name}" is signed out everywhere.`];
}

function passwordLines(password: string): readonly string[] {
  return [
    `The password is "${password}".`,
    'It is shown only this once. It signs in once, within 7 days, and must be changed then.',
  ];
}
