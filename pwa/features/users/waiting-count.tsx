import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { useWaitingAccounts } from './use-accounts.ts';
import styles from './waiting-count.module.css';

/** The number of pending accounts, for admins; nothing for 0. */
export function WaitingCount({ phoneOnly = false }: { phoneOnly?: boolean }) {
  const { t } = useText();
  const { user } = useAuth();
  const count = useWaitingAccounts();
  if (count === 0 || !user?.areas.includes('admin')) return null;
  return (
    <span className={classNames(styles.count, phoneOnly && styles.phoneOnly)}>
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t('users.waiting', { count })}</span>
    </span>
  );
}
