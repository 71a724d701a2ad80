import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { CountMark } from '#pwa/ui/count-mark.tsx';
import { useWaitingAccounts } from './use-accounts.ts';

/** The number of pending accounts, for admins; nothing for 0. */
export function WaitingCount({ phoneOnly = false }: { phoneOnly?: boolean }) {
  const { t } = useText();
  const { user } = useAuth();
  const count = useWaitingAccounts();
  if (count === 0 || !user?.areas.includes('admin')) return null;
  return (
    <CountMark words={t('users.waiting', { count })} place={phoneOnly ? 'phone' : 'line'}>
      {count}
    </CountMark>
  );
}
