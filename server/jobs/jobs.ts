import { BackupFailed } from '#prisma/backup/backup-failed.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db } from '#prisma/client.ts';
import { backUpIfDue } from '#server/backups/back-up-if-due.ts';
import { backupSettingsOf } from '#server/backups/backup-settings.ts';
import { keepHouse } from '#server/domain/people/housekeeping.ts';
import type { Retention } from '#server/domain/people/retention.ts';
import { readClock } from '#server/domain/people/trusted-clock.ts';
import type { Keys } from '#server/domain/reminders/mail-links.ts';
import { queueReminders } from '#server/domain/reminders/mail-reminders.ts';
import { type Mailer, sendMails } from '#server/domain/reminders/send-mails.ts';
import { type PushService, sendReminders } from '#server/domain/reminders/send-reminders.ts';
import type { Log } from '#server/http/transport/log.ts';
import type { Metrics } from '#server/http/transport/metrics.ts';
import { describeError } from '#server/http/transport/problems.ts';
import type { Config } from '#server/settings/config.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** After the daily job has failed, or has deleted nothing because the clock cannot be trusted. */
const RETRY_AFTER = 15 * MINUTE;
/** Whether a backup is due. The first look is soon after the start, but not within its work. */
const BACKUP_LOOK_EVERY = 5 * MINUTE;
const FIRST_BACKUP_LOOK = 5_000;
const REMINDERS_EVERY = MINUTE;
/** Between two turns of sending mails. */
const MAILS_EVERY = 5_000;

interface JobParts {
  db: Db;
  /** Called when records were removed, so that phones remove them, too. */
  notifier: ChangeNotifier;
  config: Config;
  push: PushService;
  /** Null: no mails are sent. */
  mailer: Mailer | null;
  /** Of the links in mails. */
  keys: Keys;
  log: Log;
  metrics: Metrics;
  /** Aborted when the process is about to stop: no mail is begun from then on. */
  stopping: AbortSignal;
}

const CLOCK_JUMPED =
  'Nothing is deleted by its age: the clock and the last daily job are more than a week apart. Set the clock right, or confirm it on the page Users.';

/** Starts what the server does by itself, and tells in the log what each job did. */
export function startJobs({
  db,
  notifier,
  config,
  push,
  mailer,
  keys,
  log,
  metrics,
  stopping,
}: JobParts): void {
  repeatDaily(async () => {
    let isHeld = false;
    const isDone = await attempt('housekeeping', log, async () => {
      const kept = await keepHouse(db, retentionOf(config));
      isHeld = kept === null;
      if (kept === null) return log.error(await readClock(db), CLOCK_JUMPED);
      const { repaired, ...removed } = kept;
      if (repaired.length > 0) log.error({ repaired }, 'kept totals were wrong');
      log.info(removed, 'housekeeping');
      if (removed.inquiries + removed.applications > 0) notifier.notify();
    });
    metrics.keptHouse(isDone);
    return isDone && !isHeld;
  });

  const remind = () =>
    attempt('reminders', log, async () => {
      if (mailer) await queueReminders(db, config.agentAccess);
      const { reasons, ...counts } = await sendReminders(db, push, config.agentAccess);
      if (counts.failed > 0) log.warn({ ...counts, reasons }, 'reminders');
      else if (counts.sent + counts.gone > 0) log.info(counts, 'reminders');
    });
  setInterval(() => void remind(), REMINDERS_EVERY).unref();

  if (mailer) sendMailsForEver(db, mailer, { config, keys, log, stopping });

  if (config.backups === 'off') return;
  const settings = backupSettingsOf(config);
  const backUp = () =>
    attempt('backup', log, async () => {
      const outcome = await backUpIfDue(db, settings);
      if (outcome === null) return;
      if (outcome instanceof BackupFailed) {
        log.error({ failure: outcome.failure, message: outcome.message }, 'backup');
        return;
      }
      const { notCopied, ...made } = outcome;
      log.info(made, 'backup');
      if (!notCopied) return;
      log.error({ failure: notCopied.failure, message: notCopied.message }, 'copy of a backup');
    });
  setTimeout(() => void backUp(), FIRST_BACKUP_LOOK).unref();
  setInterval(() => void backUp(), BACKUP_LOOK_EVERY).unref();
}

/** Does work at once and then daily, or again in a quarter of an hour if it answers that it is not done. */
export function repeatDaily(work: () => Promise<boolean>): void {
  void work().then((isDone) => {
    setTimeout(() => repeatDaily(work), isDone ? DAY : RETRY_AFTER).unref();
  });
}

/** A turn begins when the one before has ended. */
function sendMailsForEver(
  db: Db,
  mailer: Mailer,
  { config, keys, log, stopping }: Pick<JobParts, 'config' | 'keys' | 'log' | 'stopping'>,
): void {
  const { agentAccess } = config;
  const turn = async () => {
    await attempt('mails', log, async () => {
      const { failures, ...counts } = await sendMails(db, mailer, {
        keys,
        agentAccess,
        stopping,
      });
      if (counts.failed > 0) log.warn({ ...counts, failures }, 'mails');
      else if (counts.sent + counts.dropped > 0) log.info(counts, 'mails');
    });
    if (!stopping.aborted) setTimeout(() => void turn(), MAILS_EVERY).unref();
  };
  void turn();
}

function retentionOf(config: Config): Retention {
  return {
    visits: config.retentionVisits,
    inquiries: config.retentionInquiries,
    applications: config.retentionApplications,
    keys: config.retentionKeys,
    audit: config.retentionAudit,
  };
}

/** Whether it did not fail. */
async function attempt(job: string, log: Log, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    log.error({ error: describeError(error) }, job);
    return false;
  }
}
