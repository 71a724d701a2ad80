import { useLiveQuery } from 'dexie-react-hooks';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatBirthday, formatMoment } from '#pwa/lib/dates.ts';
import { changedFields } from '#pwa/local/changed-fields.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/outbox-entry.ts';
import { readApplication } from '#pwa/local/read-applications.ts';
import styles from './change-text.module.css';

/** A queued change in words: record, change, note and time. */
export function ChangeText({ entry }: { entry: OutboxEntry }) {
  const { t } = useText();
  const name = useRecordName(entry);
  const note = entry.type === 'status-changed' ? entry.body.notes : null;

  return (
    <div className={styles.change}>
      <strong>{name ?? t('sync.change.gone')}</strong>
      <span>{useWhat(entry)}</span>
      {note !== null && <q className={styles.note}>{note}</q>}
      <small>{t('sync.page.queuedAt', { moment: formatMoment(entry.queuedAt) })}</small>
    </div>
  );
}

function useWhat(entry: OutboxEntry): string {
  const { t } = useText();
  switch (entry.type) {
    case 'application-created':
      return t('sync.change.create');
    case 'application-edited':
      return t('sync.change.edit');
    case 'contact-converted':
      return t('sync.change.convert');
    case 'contact-state-changed':
      return t('sync.change.contactState', { state: t(`contactState.${entry.body.state}`) });
    case 'follow-up-set':
      return entry.body.followUpOn === null
        ? t('sync.change.noFollowUp')
        : t('sync.change.followUp', { day: formatBirthday(entry.body.followUpOn) });
    case 'status-changed':
      return entry.body.status === entry.seen.status
        ? t('sync.change.note')
        : t('sync.change.status', { status: t(`status.${entry.body.status}`) });
    case 'campaign-created':
      return t('sync.change.campaignCreate');
    case 'campaign-edited':
      return t(`sync.change.${campaignEdit(entry)}`);
    case 'campaign-deleted':
      return t('sync.change.campaignDelete');
  }
}

/** An edit that only switches the campaign on or off has words of its own. */
function campaignEdit(entry: OutboxEntry & { type: 'campaign-edited' }) {
  const changed = changedFields(entry);
  if (changed.active === undefined || Object.keys(changed).length > 1) return 'campaignEdit';
  return changed.active ? 'campaignActivate' : 'campaignDeactivate';
}

/** The name of the changed record: '' while loading, null if the record is gone. */
function useRecordName(entry: OutboxEntry): string | null {
  const mirror = useMirror();
  return useLiveQuery(() => nameOf(mirror, entry), [mirror, entry.key], '');
}

async function nameOf(mirror: Mirror, entry: OutboxEntry): Promise<string | null> {
  if (entry.type === 'application-created') return entry.body.playerName;
  if (entry.type === 'application-edited') return entry.body.playerName;
  if (entry.type === 'campaign-created') return entry.body.name;
  if (entry.type !== 'status-changed' && entry.type !== 'follow-up-set') return entry.seen.name;
  return (await readApplication(mirror, entry.seen.id))?.playerName ?? null;
}
