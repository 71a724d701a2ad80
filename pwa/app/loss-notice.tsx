import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { type Loss, putAwayLoss } from '#pwa/local/unsent-note.ts';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { install, useInstallOffer } from './install-offer-store.ts';
import { InstallSheet } from './install-sheet.tsx';

/** How many changes are gone, and what keeps that from happening again. Stands until it is put away. */
export function LossNotice({ loss: { lost, isMore } }: { loss: Loss }) {
  const { t } = useText();
  const mirror = useMirror();
  const { way } = useInstallOffer();
  const [explaining, setExplaining] = useState(false);
  const values = { count: lost };

  function accept(): void {
    if (way === 'prompt') install().catch(console.error);
    else setExplaining(true);
  }

  return (
    <div role="alert">
      <Notice
        icon={alertIcon}
        tone="red"
        title={t(isMore ? 'loss.titleMore' : 'loss.title', values)}
        actions={
          <>
            {way !== 'none' && <Button onClick={accept}>{t('install.install')}</Button>}
            <Button
              variant={way === 'none' ? 'secondary' : 'quiet'}
              onClick={() => putAwayLoss(mirror).catch(console.error)}
            >
              {t('loss.putAway')}
            </Button>
          </>
        }
      >
        {t('loss.text', values)}
      </Notice>
      {explaining && <InstallSheet onClose={() => setExplaining(false)} />}
    </div>
  );
}
