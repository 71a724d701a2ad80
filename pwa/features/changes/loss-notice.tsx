import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Loss } from '#pwa/local/database/meta-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { putAwayLoss } from '#pwa/local/outbox/unsent-note.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

interface LossNoticeProps {
  loss: Loss;
  /** The button that installs the app, where the browser can: an installed app keeps its storage. */
  install: ReactNode;
}

/** Tells how many changes are lost. It stays until the person dismisses it. */
export function LossNotice({ loss: { lost, isMore }, install }: LossNoticeProps) {
  const { t } = useText();
  const mirror = useMirror();
  const values = { count: lost };

  return (
    <div role="alert">
      <Notice
        tone="red"
        title={t(isMore ? 'loss.titleMore' : 'loss.title', values)}
        actions={
          <>
            {install}
            <Button
              variant={install ? 'quiet' : 'secondary'}
              onClick={() => putAwayLoss(mirror).catch(console.error)}
            >
              {t('loss.putAway')}
            </Button>
          </>
        }
      >
        {t('loss.text', values)}
      </Notice>
    </div>
  );
}
