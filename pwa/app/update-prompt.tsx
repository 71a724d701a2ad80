import { useStore } from 'zustand';
import { useText } from '#pwa/i18n/text-context.tsx';
import { otherVersion } from '#pwa/lib/storage/other-version.ts';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useAnyDirty } from '#pwa/ui/fields/dirty-store.ts';
import { applyUpdate, useUpdate } from './service-worker.ts';
import styles from './update-prompt.module.css';

/**
 * Offers a new version and activates it when the person agrees; it never reloads by itself. Hidden
 * while a form has unsaved text or changes are being sent. If another tab already runs another
 * version, it always says so.
 */
export function UpdatePrompt() {
  const { ready } = useUpdate();
  const { tab } = useStore(otherVersion);
  const dirty = useAnyDirty();
  const { sending } = useSyncStatus();
  if (tab === 'older') return <Prompt text="update.olderTab" />;
  if (tab === 'silent') return <Prompt text="update.silentStorage" />;
  if (tab === 'newer' || tab === 'refused') {
    const text = tab === 'newer' ? 'update.newerTab' : 'update.refusedStorage';
    return <Prompt text={text} onReload={() => location.reload()} />;
  }
  if (!ready || dirty || sending) return null;
  return <Prompt text="update.ready" onReload={applyUpdate} />;
}

interface PromptProps {
  text: `update.${'ready' | 'newerTab' | 'olderTab' | 'silentStorage' | 'refusedStorage'}`;
  onReload?: () => void;
}

function Prompt({ text, onReload }: PromptProps) {
  const { t } = useText();
  return (
    <div role="status" className={styles.prompt}>
      {t(text)}
      {onReload && (
        <Button variant="quiet" className={styles.reload} onClick={onReload}>
          {t('update.reload')}
        </Button>
      )}
    </div>
  );
}
