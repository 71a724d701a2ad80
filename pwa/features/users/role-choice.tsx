import { useId } from 'react';
import { type AgentAccess, areasOf } from '#contract/access.ts';
import type { Account, AccountChange } from '#contract/accounts/users.ts';
import { type Translate, useText } from '#pwa/i18n/text-context.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './role-choice.module.css';

interface HintedChoiceProps<Value extends string> {
  legend: string;
  choices: readonly { value: Value; label: string; hint: string }[];
  value: Value;
  onChange: (value: Value) => void;
  disabled: boolean;
}

/** A few values as large choices, each with what it means. */
export function HintedChoice<Value extends string>({
  legend,
  choices,
  value,
  onChange,
  disabled,
}: HintedChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map((each) => (
        <label key={each.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={each.value}
            checked={each.value === value}
            aria-describedby={`${name}-${each.value}`}
            onChange={() => onChange(each.value)}
          />
          <span className={primitives.strong}>{each.label}</span>
          <span id={`${name}-${each.value}`} className={styles.hint} aria-hidden="true">
            {each.hint}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** What an account may do: an agent on the dashboard, an agent who enters nothing, or an admin. */
const DUTIES = ['agent', 'outside', 'admin'] as const;
export type Duty = (typeof DUTIES)[number];

/** What an account may do, or could once it is approved. */
export function dutyOf(account: Account, agentAccess: AgentAccess): Duty {
  if (account.role === 'admin') return 'admin';
  const areas = areasOf({ ...account, approved: true }, agentAccess);
  return areas.includes('dashboard') ? 'agent' : 'outside';
}

export function dutyName(t: Translate, duty: Duty): string {
  return t(duty === 'outside' ? 'users.outside' : `role.${duty}`);
}

/** The rights to ask the server for. Where every agent enters the dashboard, no account has a right of its own to it. */
export function rightsOf(duty: Duty, agentAccess: AgentAccess): AccountChange {
  const role = duty === 'admin' ? 'admin' : 'agent';
  return agentAccess === 'dashboard' ? { role } : { role, entersDashboard: duty === 'agent' };
}

interface DutyChoiceProps {
  value: Duty;
  onChange: (duty: Duty) => void;
  /** Where every agent enters the dashboard, no one can be left outside. */
  agentAccess: AgentAccess;
  disabled?: boolean;
}

/** What an account may do, each choice with its rights. */
export function DutyChoice({ value, onChange, agentAccess, disabled = false }: DutyChoiceProps) {
  const { t } = useText();
  const offered = DUTIES.filter((duty) => duty !== 'outside' || agentAccess === 'none');
  return (
    <HintedChoice
      legend={t('users.role')}
      choices={offered.map((duty) => ({
        value: duty,
        label: dutyName(t, duty),
        hint: t(`users.roles.${duty}`),
      }))}
      value={value}
      onChange={onChange}
      disabled={disabled}
    />
  );
}
