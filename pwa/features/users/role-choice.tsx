import { useId } from 'react';
import type { AgentAccess } from '#contract/access.ts';
import { ROLES, type Role } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
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

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
  /** What this server opens to agents: the choice must not promise more. */
  agentAccess: AgentAccess;
  disabled?: boolean;
}

/** The two roles, each with its rights. */
export function RoleChoice({ value, onChange, agentAccess, disabled = false }: RoleChoiceProps) {
  const { t } = useText();
  const hints = {
    admin: t('users.roles.admin'),
    agent: t(agentAccess === 'dashboard' ? 'users.roles.agent' : 'users.roles.agentClosed'),
  };
  return (
    <HintedChoice
      legend={t('users.role')}
      choices={ROLES.toReversed().map((role) => ({
        value: role,
        label: t(`role.${role}`),
        hint: hints[role],
      }))}
      value={value}
      onChange={onChange}
      disabled={disabled}
    />
  );
}
