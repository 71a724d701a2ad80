import type { AgentAccess } from '#contract/access.ts';
import type { Account } from '#contract/accounts/users.ts';
import { type Translate, useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/time/dates.ts';
import {
  RecordActions,
  RecordName,
  RecordRow,
  RecordRows,
  RecordTable,
  recordLink,
} from '#pwa/records/record-list.tsx';
import { Badge } from '#pwa/ui/badge.tsx';
import { DENSE, useMedia } from '#pwa/ui/screen/use-media.ts';
import { DutyBadge, StateBadge } from './account-badges.tsx';
import { nameOf } from './account-name.ts';
import styles from './accounts-table.module.css';
import { dutyName, dutyOf } from './role-choice.tsx';

interface AccountsTableProps {
  accounts: readonly Account[];
  /** The id of the current user. */
  ownId: number;
  agentAccess: AgentAccess;
  onOpen: (account: Account) => void;
}

/** Approved and disabled accounts: a table in a wide window, rows of two lines in others. */
export function AccountsTable(props: AccountsTableProps) {
  const wide = useMedia(DENSE);
  return wide ? <WideTable {...props} /> : <TwoLineRows {...props} />;
}

function WideTable({ accounts, ownId, agentAccess, onOpen }: AccountsTableProps) {
  const { t } = useText();
  const columns = [
    t('users.columns.account'),
    t('users.columns.role'),
    t('users.columns.state'),
    t('users.devices'),
    t('users.columns.lastSeen'),
    t('users.columns.actions'),
  ];
  return (
    <RecordTable caption={t('users.accounts')} columns={columns}>
      {accounts.map((account) => (
        <tr key={account.id}>
          <RecordName
            name={<Name account={account} own={account.id === ownId} onOpen={onOpen} />}
            detail={[account.username, account.email].filter(Boolean).join(' · ')}
          />
          <td>
            <DutyBadge duty={dutyOf(account, agentAccess)} />
          </td>
          <td>
            <StateBadge state={account.state} />
          </td>
          <td className={styles.short}>{devicesOf(t, account)}</td>
          <td className={styles.short}>{seenOf(t, account)}</td>
          <RecordActions>
            <span className={styles.manage} aria-hidden="true">
              {t('users.manage')}
            </span>
          </RecordActions>
        </tr>
      ))}
    </RecordTable>
  );
}

function TwoLineRows({ accounts, ownId, agentAccess, onOpen }: AccountsTableProps) {
  const { t } = useText();
  return (
    <RecordRows label={t('users.accounts')}>
      {accounts.map((account) => (
        <RecordRow
          key={account.id}
          name={<Name account={account} own={account.id === ownId} onOpen={onOpen} />}
          badge={<StateBadge state={account.state} />}
          facts={[
            dutyName(t, dutyOf(account, agentAccess)),
            account.username === nameOf(account) ? null : account.username,
            t('sync.toast.change', {
              name: t('users.columns.lastSeen'),
              change: seenOf(t, account),
            }),
          ]}
        />
      ))}
    </RecordRows>
  );
}

/** Opens the account; its press area is the whole row. */
function Name({
  account,
  own,
  onOpen,
}: {
  account: Account;
  own: boolean;
  onOpen: AccountsTableProps['onOpen'];
}) {
  const { t } = useText();
  const name = nameOf(account);
  return (
    <span className={styles.name}>
      <button
        type="button"
        className={`${recordLink} ${styles.open}`}
        aria-label={t('users.manageOf', { name })}
        onClick={() => onOpen(account)}
      >
        {name}
      </button>
      {own && <Badge>{t('users.you')}</Badge>}
    </span>
  );
}

/** The number of an account's signed-in devices, in words. */
export function devicesOf(t: Translate, { sessions }: Account): string {
  return sessions === 0 ? t('users.noDevice') : t('users.sessions', { count: sessions });
}

/** The day of an account's last use, or the word for never. */
export function seenOf(t: Translate, { lastSeenAt }: Account): string {
  return lastSeenAt === null ? t('users.never') : formatDay(lastSeenAt);
}
