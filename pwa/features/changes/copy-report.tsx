import { useText } from '#pwa/i18n/text-context.tsx';
import { copyText } from '#pwa/lib/text/clipboard.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { syncReport } from '#pwa/sync/sync-report.ts';
import { Button } from '#pwa/ui/button.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import styles from './copy-report.module.css';

/** The file name of this script, with the hash of the build. */
const BUILD = new URL(import.meta.url).pathname.split('/').at(-1) ?? null;

/** Copies a report about unsent changes for the operator of the server. */
export function CopyReport({ entries }: { entries: readonly OutboxEntry[] }) {
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
    <Button variant="secondary" className={styles.report} onClick={() => void copy()}>
      {t('sync.report.copy')}
    </Button>
  );
}
