import { useState } from 'react';
import type { AgentAccess } from '#contract/access.ts';
import { type Account, ERASED_NAMES } from '#contract/accounts/users.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { ConfirmDialog } from '#pwa/ui/windows/confirm-dialog.tsx';
import { type AccountAction, actOnAccount } from './account-actions.ts';
import { nameOf } from './account-name.ts';
import { DutyChoice, dutyName, HintedChoice } from './role-choice.tsx';

interface AskDialogProps {
  account: Account;
  action: AccountAction;
  agentAccess: AgentAccess;
  /** Called with true if it was done, with false if the person cancelled. */
  onClose: (done: boolean) => void;
}

const LABELS = {
  approve: 'users.approve',
  deny: 'users.deny',
  disable: 'users.disable',
  enable: 'users.enable',
  signOut: 'users.signOut',
  factor: 'users.factor',
  remove: 'users.remove',
  erase: 'users.erase',
  role: 'users.changeRole',
} as const;

const KIND = new Set<AccountAction['type']>(['approve', 'enable', 'role']);

/** Confirms an account action, carries it out and shows the outcome. */
export function AskDialog({ account, action, agentAccess, onClose }: AskDialogProps) {
  const { t } = useText();
  const mirror = useMirror();
  const { busy, attempt } = useAttempt('users.failed');
  const [duty, setDuty] = useState('duty' in action ? action.duty : 'agent');
  const [nameAfter, setNameAfter] = useState('name' in action ? action.name : 'keep');
  const { type } = action;
  const name = nameOf(account);

  function chosen(): AccountAction {
    if ('duty' in action) return { ...action, duty };
    return 'name' in action ? { ...action, name: nameAfter } : action;
  }

  async function act(): Promise<void> {
    if (!(await attempt(() => actOnAccount(mirror, account.id, chosen(), agentAccess)))) return;
    showToast({ title: t(`users.done.${type}`), description: name });
    onClose(true);
  }

  return (
    <ConfirmDialog
      title={t(`users.ask.${type}`, { name })}
      description={t(`users.ask.${type}Text`, type === 'role' ? { role: dutyName(t, duty) } : {})}
      confirmLabel={t(LABELS[type])}
      variant={KIND.has(type) ? 'primary' : 'danger'}
      busy={busy}
      onClose={() => onClose(false)}
      onConfirm={() => void act()}
    >
      {type === 'approve' && (
        <DutyChoice value={duty} onChange={setDuty} agentAccess={agentAccess} disabled={busy} />
      )}
      {type === 'erase' && (
        <HintedChoice
          legend={t('users.erasedName')}
          choices={ERASED_NAMES.map((each) => ({
            value: each,
            label: t(`users.erasedNames.${each}`),
            hint: t(`users.erasedNames.${each}Hint`),
          }))}
          value={nameAfter}
          onChange={setNameAfter}
          disabled={busy}
        />
      )}
    </ConfirmDialog>
  );
}
