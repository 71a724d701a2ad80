import { openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { consentText, minorText } from '#pwa/i18n/minor-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { alertIcon, checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { FifaRules } from './fifa-rules.tsx';
import { useMinor } from './use-minor.ts';

/** That the player is a minor, and whether the consent of a guardian is recorded. */
export function MinorNotice({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const guarded = useMinor(application);
  if (guarded?.consent === undefined) return null;
  const { minor, consent } = guarded;
  return (
    <Notice
      icon={consent ? checkIcon : alertIcon}
      tone={consent ? 'neutral' : 'amber'}
      title={minorText(t, minor)}
      actions={
        !consent && (
          <Button variant="secondary" onClick={() => openSheet('consent', application)}>
            {t('minor.record')}
          </Button>
        )
      }
    >
      {consent ? consentText(t, consent) : t('minor.missing')}
      <FifaRules />
    </Notice>
  );
}
