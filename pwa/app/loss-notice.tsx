import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import { type Loss, putAwayLoss } from '#pwa/local/unsent-note.ts';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon } from '#pwa/ui/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { InstallButton } from './install-button.tsx';
import { useInstallOffer } from './install-offer-store.ts';

/** How many changes are gone, and what keeps that from happening again. Stands until it is put away. */
export function LossNotice({ loss: { lost, isMore } }: { loss: Loss }) {
  const { t } = useText();
  const mirror = useMirror();
  const { way } = useInstallOffer();
  const values = { count: lost };

  return (
    <div role="alert">
      <Notice
        icon={alertIcon}
        tone="red"
        title={t(isMore ? 'loss.titleMore' : 'loss.title', values)}
        actions={
          <>
            {way !== 'none' && <InstallButton />}
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
    </div>
  );
}
