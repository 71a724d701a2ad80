import { useId } from 'react';
import type { AgentAccess } from '#contract/access.ts';
import { ROLES, type Role } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './role-choice.module.css';

interface RoleChoiceProps {
  value: Role;
  onChange: (role: Role) => void;
  /** What this server opens to agents: the choice must not promise more. */
  agentAccess: AgentAccess;
  disabled?: boolean;
}

/** The two roles as large choices, each with its rights. */
export function RoleChoice({ value, onChange, agentAccess, disabled = false }: RoleChoiceProps) {
  const { t } = useText();
  const name = useId();
  const hints = {
    admin: t('users.roles.admin'),
    agent: t(agentAccess === 'dashboard' ? 'users.roles.agent' : 'users.roles.agentClosed'),
  };

  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.legend}>{t('users.role')}</legend>
      {ROLES.toReversed().map((role) => (
        <label key={role} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={role}
            checked={role === value}
            aria-describedby={`${name}-${role}`}
            onChange={() => onChange(role)}
          />
          <span className={primitives.strong}>{t(`role.${role}`)}</span>
          <span id={`${name}-${role}`} className={styles.hint} aria-hidden="true">
            {hints[role]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
