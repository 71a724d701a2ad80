import { AUDIT_KINDS, type AuditPage } from '#contract/audit.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import styles from './audit-filters.module.css';
import type { AuditFilter } from './use-audit.ts';

interface AuditFiltersProps {
  filter: AuditFilter;
  accounts: AuditPage['accounts'];
  onChange: (filter: AuditFilter) => void;
}

/** What happened, whose it was, and on which day. */
export function AuditFilters({ filter, accounts, onChange }: AuditFiltersProps) {
  const { t } = useText();
  return (
    <div className={styles.filters}>
      <ChoiceField
        label={t('audit.kind')}
        placeholder={t('audit.allKinds')}
        choices={AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`audit.kinds.${kind}`) }))}
        value={filter.kind ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ ...filter, kind: isOneOf(AUDIT_KINDS, value) ? value : null })
        }
      />
      <ChoiceField
        label={t('audit.person')}
        placeholder={t('audit.everybody')}
        choices={accounts.map(({ id, username }) => ({ value: String(id), label: username }))}
        value={String(filter.userId ?? '')}
        onChange={({ target: { value } }) => onChange({ ...filter, userId: Number(value) || null })}
      />
      <Field
        label={t('audit.day')}
        type="date"
        value={filter.day ?? ''}
        onChange={({ target: { value } }) => onChange({ ...filter, day: value || null })}
      />
    </div>
  );
}
