import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import { type ReactNode, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import { useNow } from '#pwa/lib/time/clock.ts';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { SendFailure } from '#pwa/local/database/rows.ts';
import { useOutbox } from '#pwa/local/outbox/outbox-memory.ts';
import { useQuestions } from '#pwa/local/outbox/questions.ts';
import { readRecordName } from '#pwa/local/rows/read-rows.ts';
import { nextTryOf } from '#pwa/sync/push/after-failure.ts';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { useEngine } from '#pwa/sync/sync-provider.tsx';
import { syncReport } from '#pwa/sync/sync-report.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { checkCircleIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { SkeletonRows } from '#pwa/ui/skeleton.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { QuestionNotices } from './question-notice.tsx';
import styles from './unsent-changes.module.css';
import { behind, LastFailure, linkTo, RefusedChange, WaitingLine } from './waiting-change.tsx';

/** All changes that are on this device and not on the server, and all open questions. */
export function UnsentChanges() {
  const { t } = useText();
  const outbox = useOutbox();
  const questions = useQuestions();

  if (!outbox || !questions) return <SkeletonRows rows={2} />;
  const refused = outbox.filter(({ state }) => state === 'refused');
  const waiting = outbox.filter(({ state }) => state !== 'refused');
  const open = questions.length + refused.length;
  if (open + waiting.length === 0) {
    return (
      <EmptyState icon={checkCircleIcon} title={t('sync.page.empty')}>
        {t('sync.page.emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      {open > 0 && (
        <Group title={t('sync.page.needsYou', { count: open })}>
          {[...new Set(questions.map(({ entity }) => entity))].map((entity) => (
            <Named key={entity} entity={entity}>
              <QuestionNotices entity={entity} level={4} />
            </Named>
          ))}
          {refused.slice(0, SHOWN).map((entry) => (
            <RefusedChange key={entry.seq} entry={entry} behind={behind(entry, outbox)} />
          ))}
          <More count={refused.length - SHOWN} />
        </Group>
      )}
      {waiting.length > 0 && (
        <Group title={t('sync.page.waiting', { count: waiting.length })} action={<SendNow />}>
          <Reason entries={waiting} />
          <ul className={styles.lines}>
            {waiting.slice(0, SHOWN).map((entry) => (
              <WaitingLine key={entry.seq} entry={entry} behind={behind(entry, outbox)} />
            ))}
          </ul>
          <More count={waiting.length - SHOWN} />
        </Group>
      )}
      {outbox.some(({ failure }) => failure) && <CopyReport entries={outbox} />}
    </>
  );
}

interface GroupProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Group({ title, action, children }: GroupProps) {
  return (
    <section className={styles.group} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.heading}>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Why the changes are not sent yet, and when they are tried next: once for all of them. */
function Reason({ entries }: { entries: readonly OutboxEntry[] }) {
  const { t } = useText();
  const failures = entries.flatMap(({ failure }) => failure ?? []);
  const newest = failures.reduce<SendFailure | null>(
    (last, each) => (last && last.at > each.at ? last : each),
    null,
  );
  // Renders each minute.
  useNow();
  const next = nextTryOf(entries);
  return (
    <div className={styles.reason}>
      {newest && <LastFailure failure={newest} />}
      <p>
        {next === null
          ? t('sync.page.byItself')
          : t('sync.page.nextTry', { moment: formatMoment(new Date(next).toISOString()) })}
      </p>
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
    <Button
      variant="secondary"
      busy={busy}
      busyLabel={t('sync.page.sendingNow')}
      onClick={() => void send()}
    >
      {t('sync.page.sendNow')}
    </Button>
  );
}

/** Changes drawn at once: the oldest of a longer queue. */
const SHOWN = 100;

/** How many changes are not drawn. */
function More({ count }: { count: number }) {
  const { t } = useText();
  return count > 0 && <p className={primitives.hint}>{t('sync.page.more', { count })}</p>;
}

function Named({ entity, children }: { entity: string; children: ReactNode }) {
  const mirror = useMirror();
  const name = useLiveQuery(async () => readRecordName(mirror, entity), [mirror, entity]);
  const link = linkTo(entity);
  return (
    <div>
      <h3 className={styles.name}>{link ? <Link {...link}>{name}</Link> : name}</h3>
      {children}
    </div>
  );
}

/** The file name of this script, with the hash of the build. */
const BUILD = new URL(import.meta.url).pathname.split('/').at(-1) ?? null;

/** Copies a report about unsent changes for the operator of the server. */
function CopyReport({ entries }: { entries: readonly OutboxEntry[] }) {
  const { t } = useText();
  const { isOffline, signedOut } = useSyncStatus();

  async function copy(): Promise<void> {
    const context = { app: BUILD, browser: navigator.userAgent, isOffline, now: Date.now() };
    const isCopied = await copyText(syncReport(entries, { ...context, isSignedOut: signedOut }));
    showToast(
      isCopied
        ? { title: t('sync.report.copied'), description: t('sync.report.copiedText') }
        : { title: t('sync.copyFailed'), kind: 'destructive' },
    );
  }

  return (
    <Button variant="secondary" className={primitives.start} onClick={() => void copy()}>
      {t('sync.report.copy')}
    </Button>
  );
}
