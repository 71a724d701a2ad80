import * as v from 'valibot';
import { BackupReport } from './backups.ts';
import { endpoint } from './endpoint.ts';

const Up = v.object({ status: v.literal('ok') });
const Ready = v.object({
  ...Up.entries,
  /** Only for admins, and for programs on the server's own machine. */
  backups: v.optional(BackupReport),
});

/** 200 while the process serves. */
export const health = endpoint({ method: 'GET', path: '/api/health', access: 'public', reply: Up });

/**
 * 200 while the database answers and is migrated, else 503. Admins and programs on the server's own
 * machine are also told the state of the backups.
 */
export const ready = endpoint({
  method: 'GET',
  path: '/api/ready',
  access: 'public',
  reply: Ready,
});
