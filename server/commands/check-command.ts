import { existsSync } from 'node:fs';
import { drill } from '#prisma/backup/restore-drill.ts';
import type { Db } from '#prisma/client.ts';
import { providerOf } from '#prisma/url.ts';
import { backupSettingsOf } from '#server/backups/backup-settings.ts';
import { backupsIn } from '#server/backups/outdated-backups.ts';
import { BACKUP_PERIODS, reportBackups } from '#server/domain/people/backup-state.ts';
import { readClock } from '#server/domain/people/trusted-clock.ts';
import { currentVersion } from '#server/domain/site/site.ts';
import { MEND_DAMAGE } from '#server/http/transport/problems.ts';
import { type Config, ignoredIn, readConfig, warningsOf } from '#server/settings/config.ts';
import {
  checkClock,
  checkDisk,
  checkLeftovers,
  checkNode,
  checkOtherDisk,
  checkRights,
} from './check-machine.ts';
import { checkSite } from './check-site.ts';
import { type Command, inDatabase, Misused } from './command.ts';
import { type Finding, must, should } from './finding.ts';
import { newestBackup } from './restore-command.ts';
import { explainFailure } from './start-failures.ts';

export const checkCommand: Command = {
  usage: (agency) =>
    `${agency} check    looks at settings, site, mail, database, backups, disk, clock and Node.js, and changes nothing;
${' '.repeat(agency.length)}          exits with 1 if something must be done before the site is public`,

  async run({ args, environment, say }) {
    if (args.length > 0) throw new Misused();
    let isReady = true;
    const told = new Set<string>();
    for (const [title, look] of checksOf(readConfig(environment), environment)) {
      const findings = await look().catch((error: unknown) => explainFailure(error).map(must));
      if (findings.length === 0) say(`ok      ${title}`);
      for (const { isNeeded, text } of findings) {
        say(`${isNeeded ? 'TO DO ' : 'better'}  ${title}: ${told.has(text) ? 'see above' : text}`);
        told.add(text);
        if (isNeeded) isReady = false;
      }
    }
    if (!isReady) process.exitCode = 1;
  },
};

type Check = readonly [title: string, look: () => Promise<readonly Finding[]>];

function checksOf(config: Config, environment: NodeJS.ProcessEnv): readonly Check[] {
  const now = new Date();
  const backups = backupSettingsOf(config);
  const inDb = (look: (db: Db) => Promise<Finding[]>) => inDatabase(config.databaseUrl, look);
  return [
    ['Settings', async () => ignoredIn(environment).map(should)],
    ['Node.js', async () => checkNode(process.versions.node, now)],
    [
      'Database',
      () => inDb(async (db) => [...checkRights(config), ...(await checkPages(db, config))]),
    ],
    ['Texts of the site', () => inDb((db) => checkTexts(db, config))],
    ['Site and certificate', () => checkSite(config)],
    ['Mail', () => checkMail(config)],
    ['Backups', () => inDb((db) => checkBackups(db, config, now))],
    ['Restore', () => checkRestore(config)],
    ['Disk', async () => checkDisk(backups)],
    ['Clock', () => inDb(async (db) => [...checkClock(), ...(await checkJobs(db, now))])],
    ['Files left lying', async () => checkLeftovers(config, now)],
  ];
}

/** PostgreSQL looks after its pages by itself. */
async function checkPages(db: Db, { databaseUrl }: Config): Promise<Finding[]> {
  if (providerOf(databaseUrl) !== 'sqlite') return [];
  const [said] = await db.$queryRawUnsafe<{ quick_check: string }[]>('PRAGMA quick_check(1)');
  return said?.quick_check === 'ok' ? [] : [must(MEND_DAMAGE)];
}

async function checkTexts(db: Db, config: Config): Promise<Finding[]> {
  const published = await currentVersion(db);
  return warningsOf(config, published?.content).map(must);
}

async function checkMail({ smtpUrl, ...config }: Config): Promise<Finding[]> {
  if (smtpUrl === null) return [should('no mail is sent: set SMTP_URL and MAIL_FROM.')];
  const { probeMailServer } = await import('#server/mail/smtp.ts');
  const problem = await probeMailServer({ ...config, smtpUrl });
  return problem === null ? [] : [must(`the mail server refuses (${problem}): correct SMTP_URL.`)];
}

async function checkBackups(db: Db, config: Config, now: Date): Promise<Finding[]> {
  const { madeAt, overdue, failure, copies } = await reportBackups(db, config, now);
  if (config.backups === 'off') return [should('BACKUPS is off: make them by other means.')];
  const { folder, copyTo, every } = backupSettingsOf(config);
  const found = copyTo === null ? [] : checkOtherDisk(folder, copyTo);
  if (failure !== null) {
    found.push(must(`the last one failed (${failure}): see the log, or try agency backup.`));
  }
  if (copies?.failure) {
    found.push(must(`the last one was not copied to ${copyTo} (${copies.failure}): see the log.`));
  }
  // The one from before an upgrade is noted in no table.
  const [newest] = backupsIn(folder);
  if (newest && now.getTime() - newest.madeAt.getTime() < BACKUP_PERIODS[every]) return found;
  if (madeAt === null && failure === null) {
    found.push(must('there is none yet: start the server, or agency backup'));
  }
  if (overdue) found.push(must(`the newest one is of ${madeAt}: see why the server makes none.`));
  return found;
}

/** Brings the newest backup back into a temporary place. */
async function checkRestore(config: Config): Promise<Finding[]> {
  const settings = backupSettingsOf(config);
  if (config.backups === 'off' && !existsSync(settings.folder)) return [];
  const { problem } = await drill(config.databaseUrl, newestBackup(settings));
  return problem === null ? [] : [must(problem)];
}

async function checkJobs(db: Db, now: Date): Promise<Finding[]> {
  const { held } = await readClock(db, now);
  const text =
    'clock and last daily job are more than a week apart, so nothing is deleted: set the clock, or confirm it under Users.';
  return held ? [must(text)] : [];
}
