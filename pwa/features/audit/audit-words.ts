import { AUDIT_ACTORS, AUDIT_KINDS, type AuditEntry, type AuditPage } from '#contract/audit.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import type { Translate } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';

type Accounts = AuditPage['accounts'];

/** The deed in words; the server's own word for a kind that this build does not know. */
export function kindText(t: Translate, kind: string): string {
  return isOneOf(AUDIT_KINDS, kind) ? t(`audit.kinds.${kind}`) : kind;
}

/** Who did it: the account's name, or its number if it is gone. */
export function actorText(t: Translate, { actor, userId }: AuditEntry, accounts: Accounts): string {
  if (userId !== null) return accountName(userId, accounts);
  return isOneOf(AUDIT_ACTORS, actor) ? t(`audit.actors.${actor}`) : actor;
}

/** What a file has that was saved on a device. */
const FILES: ReadonlyMap<string, TextKey> = new Map([
  ['applications-exported', 'applications.total'],
  ['contacts-exported', 'contacts.total'],
  ['audit-exported', 'audit.details.entries'],
]);

/** What it was done to that has no record of its own, such as "31 inquiries"; '' for nothing. */
export function fileText(t: Translate, { kind, count }: AuditEntry): string {
  const file = FILES.get(kind);
  return file ? t(file, { count }) : '';
}

/** The records to which it was done, such as `contact:7`; those of a file are not named. */
export function recordsOf({ kind, subject }: AuditEntry): string[] {
  return FILES.has(kind) ? [] : (subject?.split(' ') ?? []);
}

/** A record without its name, such as "marta" or "Inquiry 7". */
export function recordText(t: Translate, part: string, accounts: Accounts): string {
  const [record = '', id = ''] = part.split(':');
  if (record === 'user') return accountName(Number(id), accounts);
  return isOneOf(RECORDS, record) ? t(`audit.records.${record}`, { id: shortened(id) }) : part;
}

const RECORDS = ['application', 'contact', 'campaign', 'version'] as const;

function accountName(id: number, accounts: Accounts): string {
  return accounts.find((account) => account.id === id)?.username ?? `#${id}`;
}

/** How often it happened, such as "49 ×"; '' for once, and where the subject says the number. */
export function timesText({ kind, count }: AuditEntry): string {
  return count === 1 || FILES.has(kind) ? '' : `${count} ×`;
}

/** The word more, such as the new role; '' for none. */
export function detailText(t: Translate, { detail }: AuditEntry): string {
  if (detail === null) return '';
  if (INSTANT.test(detail)) return t('audit.details.madeAt', { moment: formatMoment(detail) });
  const key = DETAILS.get(detail);
  return key ? t(key) : detail;
}

/** When a note was made that arrived later. */
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const DETAILS: ReadonlyMap<string, TextKey> = new Map([
  ['admin', 'role.admin'],
  ['agent', 'role.agent'],
  ['anonymise', 'audit.details.anonymise'],
  ['delete', 'audit.details.delete'],
  ['password', 'audit.details.byPassword'],
  ['passkey', 'audit.details.byPasskey'],
  ['keep', 'audit.details.nameKept'],
  ['remove', 'audit.details.nameRemoved'],
  ['wrong-credentials', 'audit.details.wrongPassword'],
  ['invalid-input', 'audit.details.wrongPassword'],
  ['too-many-requests', 'audit.details.tooMany'],
  ['no-program', 'backups.reasons.noProgram'],
  ['no-space', 'backups.reasons.noSpace'],
  ['not-writable', 'backups.reasons.notWritable'],
  ['no-folder', 'backups.reasons.noFolder'],
  ['other-database', 'backups.reasons.otherDatabase'],
  ['damaged', 'backups.reasons.damaged'],
  ['other', 'backups.reasons.other'],
]);

/** Where it came from: the begins of the digests and of the request's id. */
export function originTexts(t: Translate, { place, name, requestId }: AuditEntry): string[] {
  return [
    place && t('audit.network', { digest: shortened(place) }),
    name && t('audit.name', { digest: shortened(name) }),
    requestId && t('audit.request', { id: shortened(requestId) }),
  ].filter((text) => text !== null);
}

/** Eight characters are enough to compare by eye; the file has all. */
function shortened(text: string): string {
  return text.slice(0, 8);
}
