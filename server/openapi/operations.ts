import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GenericSchema } from 'valibot';
import * as passkeys from '#contract/accounts/passkeys.ts';
import * as passwordLinks from '#contract/accounts/password-links.ts';
import * as profile from '#contract/accounts/profile.ts';
import * as registration from '#contract/accounts/registration.ts';
import * as sessions from '#contract/accounts/sessions.ts';
import * as users from '#contract/accounts/users.ts';
import * as applications from '#contract/applications.ts';
import * as audit from '#contract/audit.ts';
import * as auth from '#contract/auth.ts';
import * as backups from '#contract/backups.ts';
import * as campaigns from '#contract/campaigns.ts';
import * as clock from '#contract/clock.ts';
import * as contacts from '#contract/contacts.ts';
import * as delta from '#contract/delta.ts';
import * as docs from '#contract/docs.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import * as exported from '#contract/exports.ts';
import * as health from '#contract/health.ts';
import * as inquiry from '#contract/inquiry.ts';
import * as inquiryLink from '#contract/inquiry-link.ts';
import * as live from '#contract/live.ts';
import * as mails from '#contract/mails.ts';
import * as pageCache from '#contract/page-cache.ts';
import * as people from '#contract/people.ts';
import * as calendar from '#contract/reminders/calendar.ts';
import * as mailReminders from '#contract/reminders/mail-reminders.ts';
import * as reminders from '#contract/reminders/reminders.ts';
import * as removal from '#contract/removal.ts';
import * as site from '#contract/site.ts';
import * as sync from '#contract/sync.ts';
import * as views from '#contract/views.ts';

/** One endpoint of the contract with its name and its doc comment. */
export interface Operation {
  /** Name of the export, unique in the contract. */
  name: string;
  /** Name of the contract's file, such as `applications`. */
  subject: string;
  description: string;
  endpoint: Endpoint;
}

/** The contract's files with endpoints or shapes; a test compares them with the folder. */
export const SUBJECTS: Record<string, Record<string, unknown>> = {
  applications,
  audit,
  auth,
  backups,
  calendar,
  campaigns,
  clock,
  contacts,
  delta,
  docs,
  exports: exported,
  health,
  inquiry,
  'inquiry-link': inquiryLink,
  live,
  'mail-reminders': mailReminders,
  mails,
  'page-cache': pageCache,
  passkeys,
  'password-links': passwordLinks,
  people,
  reminders,
  profile,
  registration,
  removal,
  sessions,
  site,
  sync,
  users,
  views,
};

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(SUBJECTS)
  .flatMap((exported): unknown[] => Object.values(exported))
  .filter(isEndpoint);

/** Every endpoint, with what the contract's source says about it. */
export function readOperations(): Operation[] {
  const files = contractFiles();
  return Object.entries(SUBJECTS).flatMap(([subject, exported]) => {
    const source = files.get(subject) ?? '';
    return Object.entries(exported).flatMap(([name, endpoint]) =>
      isEndpoint(endpoint)
        ? { name, subject, description: docCommentOf(source, name), endpoint }
        : [],
    );
  });
}

/** The sources of the contract by their names without folder and ending. */
export function contractFiles(): Map<string, string> {
  const folder = join(import.meta.dirname, '../contract');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  return new Map(
    names.map((name) => [basename(name, '.ts'), readFileSync(join(folder, name), 'utf8')]),
  );
}

/** The contract's shapes by their names, such as `Application`. */
export function readShapes(): Record<string, GenericSchema> {
  const shapes = Object.values(SUBJECTS).flatMap((exported) =>
    Object.entries(exported).filter(
      (entry): entry is [string, GenericSchema] =>
        /^[A-Z][a-z]/.test(entry[0]) && isShape(entry[1]),
    ),
  );
  return Object.fromEntries(shapes);
}

/** The text of the doc comment right before `export const name`, '' when there is none. */
function docCommentOf(source: string, name: string): string {
  const [before = ''] = source.split(new RegExp(`^export const ${name} = `, 'm'));
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(before)?.[1] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

function isShape(value: unknown): value is GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}
