/** The one entry of the program: serves, or does what an operator asks for. */
import {
  type Command,
  callName,
  programVersion,
  runCommand,
  unknownWord,
} from './commands/command.ts';
import { enterInstallation } from './settings/installation.ts';

interface Entry {
  does: string;
  load(): Promise<Command>;
}

/** Loaded when they are called: no start waits for another one. */
const COMMANDS: Record<string, Entry> = {
  serve: {
    does: 'serves the site; every setting is a variable of the environment, see SETTINGS.md',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  backup: {
    does: 'makes a backup at once, also while the server runs',
    load: async () => (await import('./commands/backup-command.ts')).backupCommand,
  },
  restore: {
    does: 'brings a backup back, or tries one out',
    load: async () => (await import('./commands/restore-command.ts')).restoreCommand,
  },
  admin: {
    does: 'lists accounts, and lets people in again who have lost a password or a passkey',
    load: async () => (await import('./commands/admin-command.ts')).adminCommand,
  },
  check: {
    does: 'looks at everything that a public site needs, and prints what to do',
    load: async () => (await import('./commands/check-command.ts')).checkCommand,
  },
};

// The reader may have enough, as `head` does: the work goes on to its end.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const [name = 'serve', ...args] = process.argv.slice(2);
if (name === '--version') say(programVersion());
else if (name === '--help' || name === '-h') say(usage());
else if (Object.hasOwn(COMMANDS, name)) {
  const { load } = COMMANDS[name] as Entry;
  await runCommand(await load(), { args, say, environment: () => environmentOf(name) });
} else {
  console.error(unknownWord(name, COMMANDS));
  process.exitCode = 2;
}

/**
 * A server has its settings from whatever starts it. A command of a person, or of root, finds the settings of the
 * installation.
 */
function environmentOf(command: string): NodeJS.ProcessEnv {
  const isGiven = command === 'serve' && process.getuid?.() !== 0;
  return isGiven ? process.env : enterInstallation(process.env, console.error);
}

function usage(): string {
  const agency = callName(process.env);
  const lines = Object.entries(COMMANDS).map(
    ([command, { does }]) => `${agency} ${command.padEnd(11)}${does}`,
  );
  return `${lines.join('\n')}
${agency} --version  prints the version

Each explains itself with --help.`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
