import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { useConflicts } from '#pwa/local/outbox/conflicts.ts';
import { useFieldConflicts } from '#pwa/local/outbox/field-conflicts.ts';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { readRecordName } from '#pwa/local/rows/read-rows.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { checkCircleIcon } from '#pwa/ui/icons/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { CopyReport } from './copy-report.tsx';
import { FieldConflictNotice } from './field-conflict-notice.tsx';
import styles from './sync-page.module.css';
import { useOutbox } from './use-outbox.ts';
import { WaitingChange } from './waiting-change.tsx';

/** All changes that are on this device and not on the server, and all conflicts. */
export function SyncPage() {
  const { t } = useText();
  const outbox = useOutbox();
  const conflicts = useConflicts();
  const disputes = useFieldConflicts();

  if (!outbox || !conflicts || !disputes) {
    return (
      <Page>
        <SkeletonRows rows={2} />
      </Page>
    );
  }
  const refused = outbox.filter(({ state }) => state === 'refused');
  const waiting = outbox.filter(({ state }) => state !== 'refused');
  const open = conflicts.length + disputes.length + refused.length;
  if (open + waiting.length === 0) {
    return (
      <Page>
        <EmptyState icon={checkCircleIcon} title={t('sync.page.empty')}>
          {t('sync.page.emptyText')}
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page action={waiting.length > 0 && <SendNow />}>
      {open > 0 && (
        <section className={styles.group} aria-label={t('sync.page.needsYou', { count: open })}>
          <h2 className={styles.heading}>{t('sync.page.needsYou', { count: open })}</h2>
          {conflicts.map((conflict) => (
            <Named key={conflict.key} entity={laneOf('applications', conflict.applicationId)}>
              <ConflictNotice conflict={conflict} />
            </Named>
          ))}
          {disputes.map((conflict) => (
            <Named key={conflict.entity} entity={conflict.entity}>
              <FieldConflictNotice conflict={conflict} />
            </Named>
          ))}
          <Changes entries={refused} all={outbox} />
        </section>
      )}
      {waiting.length > 0 && (
        <section
          className={styles.group}
          aria-label={t('sync.page.waiting', { count: waiting.length })}
        >
          <h2 className={styles.heading}>{t('sync.page.waiting', { count: waiting.length })}</h2>
          <Changes entries={waiting} all={outbox} />
        </section>
      )}
      {outbox.some(({ failure }) => failure) && <CopyReport entries={outbox} />}
    </Page>
  );
}

function Page({ action, children }: { action?: ReactNode; children: ReactNode }) {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <PageHead title={t('sync.page.title')} actions={action}>
        {t('sync.page.text')}
      </PageHead>
      {children}
    </div>
  );
}

function SendNow() {
  const { t } = useText();
  const engine = useEngine();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    setBusy(true);
    await engine?.sendNow();
    setBusy(false);
  }

  return (
    <Button busy={busy} busyLabel={t('sync.page.sendingNow')} onClick={() => void send()}>
      {t('sync.page.sendNow')}
    </Button>
  );
}

/** Changes drawn at once: the oldest of a longer queue. */
const SHOWN = 100;

function Changes({
  entries,
  all,
}: {
  entries: readonly OutboxEntry[];
  all: readonly OutboxEntry[];
}) {
  const { t } = useText();
  const more = entries.length - SHOWN;
  return (
    <>
      {entries.slice(0, SHOWN).map((entry) => (
        <WaitingChange key={entry.seq} entry={entry} behind={behind(entry, all)} />
      ))}
      {more > 0 && <p className={styles.more}>{t('sync.page.more', { count: more })}</p>}
    </>
  );
}

/** Changes that can be sent only after this one. */
function behind({ entity, key, seq }: OutboxEntry, all: readonly OutboxEntry[]): number {
  return all.filter(
    (other) => other.dependsOn === key || (other.entity === entity && other.seq > seq),
  ).length;
}

function Named({ entity, children }: { entity: string; children: ReactNode }) {
  const mirror = useMirror();
  const name = useLiveQuery(async () => readRecordName(mirror, entity), [mirror, entity]);
  return (
    <div>
      <h3 className={styles.name}>{name}</h3>
      {children}
    </div>
  );
}
