import type { AccountState } from '#contract/accounts/users.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Badge, type BadgeTone } from '#pwa/ui/badge.tsx';
import type { IconShape } from '#pwa/ui/icons/icon.tsx';
import { blockIcon, checkCircleIcon, clockIcon, keyIcon, userIcon } from '#pwa/ui/icons/icons.ts';
import { type Duty, dutyName } from './role-choice.tsx';

const LOOKS: Record<AccountState, { tone: BadgeTone; icon: IconShape; look: 'tint' | 'outline' }> =
  {
    pending: { tone: 'amber', icon: clockIcon, look: 'tint' },
    active: { tone: 'green', icon: checkCircleIcon, look: 'tint' },
    disabled: { tone: 'neutral', icon: blockIcon, look: 'outline' },
    denied: { tone: 'red', icon: blockIcon, look: 'outline' },
  };

/** The state of an account as a word, an icon and a colour. */
export function StateBadge({ state }: { state: AccountState }) {
  const { t } = useText();
  return <Badge {...LOOKS[state]}>{t(`users.state.${state}`)}</Badge>;
}

const DUTY_LOOKS: Record<Duty, { tone: BadgeTone; icon: IconShape }> = {
  admin: { tone: 'violet', icon: keyIcon },
  agent: { tone: 'blue', icon: userIcon },
  outside: { tone: 'neutral', icon: blockIcon },
};

/** What an account may do. */
export function DutyBadge({ duty }: { duty: Duty }) {
  const { t } = useText();
  return <Badge {...DUTY_LOOKS[duty]}>{dutyName(t, duty)}</Badge>;
}
