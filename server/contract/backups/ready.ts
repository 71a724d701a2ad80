import * as v from 'valibot';
import { endpoint } from '#contract/endpoint.ts';
import { BackupReport } from './backups.ts';

const Ready = v.object({
  /** `read-only` while writes are refused because the disk of the database is full. */
  status: v.picklist(['ok', 'read-only']),
  /** Only for admins, and for programs on the server's own machine. */
  backups: v.optional(BackupReport),
});

/**
 * 200 while the database answers and is migrated, else 503. It stays 200 while the disk is full: a proxy that took the
 * server out would take the pages away, too. Admins and programs on the server's own
 * machine are also told the state of the backups.
 */
export const ready = endpoint('GET', '/api/ready', {
  access: 'public',
  refusals: ['not-ready'],
  reply: Ready,
});
