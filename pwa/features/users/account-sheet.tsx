import { type ReactNode, useState } from 'react';
import type { AgentAccess } from '#contract/access.ts';
import type { Account } from '#contract/accounts/users.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import type { AccountAction } from './account-actions.ts';
import { StateBadge } from './account-badges.tsx';
import { nameOf } from './account-name.ts';
import styles from './account-sheet.module.css';
import { devicesOf, seenOf } from './accounts-table.tsx';
import { type Duty, DutyChoice, dutyOf } from './role-choice.tsx';

interface AccountSheetProps {
  account: Account;
  /** The account of the current user, which cannot be changed here. */
  own: boolean;
  agentAccess: AgentAccess;
  /** The devices of the account. */
  devices: ReactNode;
  /** True while offline: every action needs the server. */
  disabled: boolean;
  onAsk: (action: AccountAction) => void;
  onPasswordLink: () => void;
  onClose: () => void;
}

/** One account: facts, role and actions. */
export function AccountSheet({ account, own, devices, onClose, ...more }: AccountSheetProps) {
  const { t } = useText();
  return (
    <Sheet title={nameOf(account)} onClose={onClose}>
      <div className={styles.sheet}>
        <StateBadge state={account.state} />
        <Facts>
          <Fact term={t('users.username')}>{account.username}</Fact>
          <Fact term={t('users.email')}>{account.email}</Fact>
          <Fact term={t('users.columns.lastSeen')}>{seenOf(t, account)}</Fact>
          <Fact term={t('users.devices')}>{devicesOf(t, account)}</Fact>
        </Facts>
        <p className={primitives.hint}>
          {t('users.registered', { date: formatDay(account.createdAt) })}
        </p>
        {!own && account.sessions > 0 && devices}
        {own ? <Own /> : <Others account={account} {...more} />}
      </div>
    </Sheet>
  );
}

function Own(): ReactNode {
  const { t } = useText();
  return (
    <Notice
      icon={infoIcon}
      actions={
        <OfficeLink variant="secondary" to={APP_PATHS.account}>
          {t('users.ownLink')}
        </OfficeLink>
      }
    >
      {t('users.own')}
    </Notice>
  );
}

function Others({
  account,
  agentAccess,
  disabled,
  onAsk,
  onPasswordLink,
}: Omit<AccountSheetProps, 'own' | 'devices' | 'onClose'>) {
  const { t } = useText();
  /** Kept here: a refresh of the account must not reset the choice. */
  const [picked, setPicked] = useState<Duty | null>(null);
  const { state } = account;
  const current = dutyOf(account, agentAccess);
  const duty = picked ?? current;

  return (
    <>
      {state === 'active' && (
        <div className={styles.role}>
          <DutyChoice
            value={duty}
            onChange={setPicked}
            agentAccess={agentAccess}
            disabled={disabled}
          />
          <p className={primitives.hint}>{t('users.roleHint')}</p>
          <Button
            disabled={disabled || duty === current}
            onClick={() => onAsk({ type: 'role', duty })}
          >
            {t('users.changeRole')}
          </Button>
        </div>
      )}
      <div className={styles.actions}>
        {state === 'denied' && (
          <>
            <Button
              disabled={disabled}
              onClick={() => onAsk({ type: 'approve', duty: account.role })}
            >
              {t('users.approve')}
            </Button>
            <Button variant="danger" disabled={disabled} onClick={() => onAsk({ type: 'remove' })}>
              {t('users.remove')}
            </Button>
          </>
        )}
        {state === 'disabled' && (
          <>
            <Button disabled={disabled} onClick={() => onAsk({ type: 'enable' })}>
              {t('users.enable')}
            </Button>
            <Button
              variant="danger"
              disabled={disabled}
              onClick={() =>
                onAsk(
                  account.lastSeenAt === null
                    ? { type: 'remove' }
                    : { type: 'erase', name: 'keep' },
                )
              }
            >
              {t(account.lastSeenAt === null ? 'users.remove' : 'users.erase')}
            </Button>
          </>
        )}
        {state === 'active' && (
          <>
            <Button variant="secondary" disabled={disabled} onClick={onPasswordLink}>
              {t('users.link.open')}
            </Button>
            <Button
              variant="secondary"
              disabled={disabled || account.sessions === 0}
              onClick={() => onAsk({ type: 'signOut' })}
            >
              {t('users.signOut')}
            </Button>
            {account.hasPasskey && (
              <Button
                variant="secondary"
                disabled={disabled}
                onClick={() => onAsk({ type: 'factor' })}
              >
                {t('users.factor')}
              </Button>
            )}
            <Button variant="danger" disabled={disabled} onClick={() => onAsk({ type: 'disable' })}>
              {t('users.disable')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
