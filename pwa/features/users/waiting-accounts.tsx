import type { Account } from '#contract/accounts/users.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import type { AccountAction } from './account-actions.ts';
import { nameOf } from './account-name.ts';
import styles from './waiting-accounts.module.css';

interface WaitingAccountsProps {
  accounts: readonly Account[];
  /** True while offline: every action needs the server. */
  disabled: boolean;
  onAsk: (account: Account, action: AccountAction) => void;
}

/** Pending accounts, each with buttons to approve or reject. */
export function WaitingAccounts({ accounts, disabled, onAsk }: WaitingAccountsProps) {
  const { t } = useText();
  return (
    <section className={primitives.stack3}>
      <h2 className={styles.title}>
        {t('users.pending')}
        <span className={styles.count}>{accounts.length}</span>
      </h2>
      <ul className={styles.cards}>
        {accounts.map((account) => (
          <li key={account.id} className={styles.card}>
            <div className={styles.words}>
              <h3 className={styles.name}>{nameOf(account)}</h3>
              <p>{[account.username, account.email].filter(Boolean).join(' · ')}</p>
              <p>{t('users.registered', { date: formatDay(account.createdAt) })}</p>
            </div>
            <div className={`${primitives.row2} ${styles.actions}`}>
              <Button
                icon={checkIcon}
                disabled={disabled}
                aria-label={t('users.approveOf', { name: nameOf(account) })}
                onClick={() => onAsk(account, { type: 'approve', duty: account.role })}
              >
                {t('users.approve')}
              </Button>
              <Button
                variant="secondary"
                disabled={disabled}
                aria-label={t('users.denyOf', { name: nameOf(account) })}
                onClick={() => onAsk(account, { type: 'deny' })}
              >
                {t('users.deny')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
