import { useStore } from 'zustand';
import { useText } from '#pwa/i18n/text-context.tsx';
import { otherVersion } from '#pwa/lib/other-version.ts';
import { useSyncStatus } from '#pwa/sync/status-store.ts';
import { Button } from '#pwa/ui/button.tsx';
import { useAnyDirty } from '#pwa/ui/dirty-store.ts';
import { applyUpdate, useUpdate } from './service-worker.ts';
import styles from './update-prompt.module.css';

/**
 * Says that a new version is ready and changes to it when the person agrees (W-16). It hides while a
 * form holds unsaved text or a send runs, and never reloads by itself. When another tab runs another
 * version already, this one says so whatever it does (fault 28).
 */
export function UpdatePrompt() {
  const { ready } = useUpdate();
  const { tab } = useStore(otherVersion);
  const dirty = useAnyDirty();
  const { sending } = useSyncStatus();
  if (tab === 'older') return <Prompt text="update.olderTab" />;
  if (tab === 'newer') return <Prompt text="update.newerTab" onReload={() => location.reload()} />;
  if (!ready || dirty || sending) return null;
  return <Prompt text="update.ready" onReload={applyUpdate} />;
}

interface PromptProps {
  text: 'update.ready' | 'update.newerTab' | 'update.olderTab';
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
