import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { keepMine, takeTheirs } from '#pwa/local/conflicts.ts';
import type { Conflict } from '#pwa/local/mirror.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { showNotSaved } from '#pwa/ui/outcome-toast.ts';

/** Two people changed one status: both changes are in the history, one person decides (W-11). */
export function ConflictNotice({ conflict }: { conflict: Conflict }) {
  const { t } = useText();
  const mirror = useMirror();
  const [deciding, setDeciding] = useState(false);
  const statuses = {
    seen: t(`status.${conflict.seen}`),
    mine: t(`status.${conflict.mine}`),
    theirs: t(`status.${conflict.theirs}`),
  };

  async function decide(decision: typeof keepMine | typeof takeTheirs): Promise<void> {
    setDeciding(true);
    try {
      await decision(mirror, conflict);
    } catch (error) {
      showNotSaved(t, error);
    } finally {
      setDeciding(false);
    }
  }

  return (
    <Notice
      icon={alertIcon}
      tone="amber"
      title={t('sync.conflict.title')}
      actions={
        <>
          <Button
            variant="secondary"
            disabled={deciding}
            onClick={() => void decide(keepMine)}
            title={t('sync.conflict.keepMineHint', statuses)}
          >
            {t('sync.conflict.keepMine')}
          </Button>
          <Button
            variant="secondary"
            disabled={deciding}
            onClick={() => void decide(takeTheirs)}
            title={t('sync.conflict.takeTheirsHint', statuses)}
          >
            {t('sync.conflict.takeTheirs')}
          </Button>
        </>
      }
    >
      {t('sync.conflict.text', statuses)}
    </Notice>
  );
}
