import { useText } from '#pwa/i18n/text-context.tsx';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useAnyDirty } from '#pwa/ui/dirty-store.ts';
import { applyUpdate, useUpdate } from './service-worker.ts';
import styles from './update-prompt.module.css';

/**
 * Says that a new version is ready and changes to it when the person agrees (W-16). It hides while a
 * form holds unsaved text or a send runs, and never reloads by itself.
 */
export function UpdatePrompt() {
  const { t } = useText();
  const { ready } = useUpdate();
  const dirty = useAnyDirty();
  const { sending } = useSyncStatus();
  if (!ready || dirty || sending) return null;

  return (
    <div role="status" className={styles.prompt}>
      {t('update.ready')}
      <Button variant="quiet" className={styles.reload} onClick={applyUpdate}>
        {t('update.reload')}
      </Button>
    </div>
  );
}
