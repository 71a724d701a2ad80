import { type ReactNode, useState } from 'react';
import type { Account } from '#contract/accounts/users.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatMoment } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import type { AccountsState } from '#pwa/local/database/meta-state.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { offlineIcon } from '#pwa/ui/icons/icons.ts';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { RetryButton } from '#pwa/ui/retry-button.tsx';
import type { AccountAction } from './account-actions.ts';
import { AccountSheet } from './account-sheet.tsx';
import { AccountsTable } from './accounts-table.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { PasswordLinkDialog } from './password-link-dialog.tsx';
import { type AccountsRefresh, useRefreshAccounts } from './refresh-accounts.ts';
import { useAccounts } from './use-accounts.ts';
import styles from './users-page.module.css';
import { WaitingAccounts } from './waiting-accounts.tsx';

/** All accounts, pending ones first. Changes need the server. */
export function UsersPage({ devicesOf }: Pick<ListsProps, 'devicesOf'>) {
  const { t } = useText();
  const known = useAccounts();
  const refresh = useRefreshAccounts();
  const { userId: ownId } = useMirror();

  return (
    <div className={primitives.stack5}>
      <PageHead title={t('users.title')}>{t('users.subtitle')}</PageHead>
      {known ? (
        <Lists known={known} refresh={refresh} ownId={ownId} devicesOf={devicesOf} />
      ) : (
        <NotLoaded
          page="users"
          isLooking={known === undefined}
          failure={refresh.failure}
          onRetry={refresh.load}
        />
      )}
    </div>
  );
}

interface ListsProps {
  known: AccountsState;
  refresh: AccountsRefresh;
  ownId: number;
  /** The list of a user's devices. */
  devicesOf: (userId: number) => ReactNode;
}

function Lists({ known, refresh, ownId, devicesOf }: ListsProps) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const [openId, setOpenId] = useState<number | null>(null);
  const [linkFor, setLinkFor] = useState<Account | null>(null);
  const [asked, setAsked] = useState<{ account: Account; action: AccountAction } | null>(null);
  const { accounts, agentAccess } = known;
  const waiting = accounts.filter(({ state }) => state === 'pending').toReversed();
  const others = inOrder(accounts, ownId);
  const open = accounts.find(({ id }) => id === openId);

  return (
    <>
      <Freshness known={known} refresh={refresh} />
      {waiting.length > 0 && (
        <WaitingAccounts
          accounts={waiting}
          disabled={isOffline}
          onAsk={(account, action) => setAsked({ account, action })}
        />
      )}
      <section className={primitives.stack3}>
        <h2 className={styles.title}>{t('users.accounts')}</h2>
        <AccountsTable
          accounts={others}
          ownId={ownId}
          agentAccess={agentAccess}
          onOpen={(account) => setOpenId(account.id)}
        />
      </section>
      {accounts.length === 1 && <p className={primitives.hint}>{t('users.onlyYou')}</p>}
      {open && (
        <AccountSheet
          key={open.id}
          account={open}
          own={open.id === ownId}
          devices={devicesOf(open.id)}
          agentAccess={agentAccess}
          disabled={isOffline}
          onAsk={(action) => setAsked({ account: open, action })}
          onPasswordLink={() => setLinkFor(open)}
          onClose={() => setOpenId(null)}
        />
      )}
      {linkFor && <PasswordLinkDialog account={linkFor} onClose={() => setLinkFor(null)} />}
      {asked && (
        <AskDialog
          account={asked.account}
          action={asked.action}
          agentAccess={agentAccess}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

/** Tells the age of a list that may be out of date. */
function Freshness({ known, refresh }: Pick<ListsProps, 'known' | 'refresh'>) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const moment = formatMoment(new Date(known.syncedAt).toISOString());
  if (isOffline) return <Notice icon={offlineIcon}>{t('users.offline', { moment })}</Notice>;
  if (refresh.failure === null) return null;
  return (
    <Notice tone="amber" actions={<RetryButton onClick={refresh.load} />}>
      {t('users.stale', { moment })} {failureText(t, refresh.failure)}
    </Notice>
  );
}

/** The own account first, then active accounts by name, then disabled ones by name. */
function inOrder(accounts: readonly Account[], ownId: number): Account[] {
  const rank = ({ id, state }: Account) => Number(id !== ownId) + Number(state !== 'active');
  return accounts
    .filter(({ state }) => state !== 'pending')
    .sort((a, b) => rank(a) - rank(b) || a.username.localeCompare(b.username));
}
