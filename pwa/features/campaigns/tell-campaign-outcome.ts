import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import type { Outcome } from '#pwa/local/outbox/outcome.ts';

const DONE = { create: 'created', update: 'updated', delete: 'deleted' } as const;

interface CampaignChange {
  key: string;
  action: keyof typeof DONE;
  /** Undoes it once the server has it. */
  reverse?: () => Promise<void>;
  /** Shows the code of a campaign that the server has. */
  showCode?: () => void;
}

/** Waits for the outcome of a campaign's change, shows it as a toast and returns it. */
export async function tellCampaignOutcome(
  t: TextAccess['t'],
  mirror: Mirror,
  { key, action, reverse, showCode }: CampaignChange,
): Promise<Outcome> {
  const done = DONE[action];
  return tellOutcome(t, mirror, key, {
    sent: {
      title: t(`campaigns.${done}.title`),
      description: t(`campaigns.${done}.description`),
      ...(showCode && { action: { label: t('campaigns.qr.showCode'), onPress: showCode } }),
    },
    refused: {
      title: t('campaigns.error'),
      description: (message) => t(`campaigns.failed.${action}`, { message }),
    },
    ...(reverse && { reverse }),
  });
}
