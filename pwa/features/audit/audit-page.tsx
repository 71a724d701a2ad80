import { useState } from 'react';
import { AUDIT_KINDS } from '#contract/audit.ts';
import { isOneOf } from '#contract/fields/vocabulary.ts';
import { failureText } from '#pwa/i18n/failure-text.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { byText } from '#pwa/lib/text/by-text.ts';
import { download } from '#pwa/lib/text/download.ts';
import { dayAfter } from '#pwa/lib/time/dates.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { archiveIcon, offlineIcon } from '#pwa/ui/icons/icons.ts';
import { downloadIcon } from '#pwa/ui/icons/site-icons.ts';
import { NotLoaded } from '#pwa/ui/not-loaded.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { AuditEntries } from './audit-entries.tsx';
import { auditFile } from './audit-file.ts';
import styles from './audit-page.module.css';
import { kindText } from './audit-words.ts';
import { type AuditFilter, type AuditView, useAudit } from './use-audit.ts';

const EVERYTHING: AuditFilter = { kind: null, userId: null, day: null };

/** Who did what when. It is on the server only: the page needs a connection. */
export function AuditPage() {
  const { t } = useText();
  const { userId: ownId } = useMirror();
  const [filter, setFilter] = useState(EVERYTHING);
  const view = useAudit(filter, ownId);
  return (
    <div className={primitives.stack4}>
      <PageHead title={t('audit.title')} actions={<SaveFile filter={filter} ownId={ownId} />}>
        {t('audit.subtitle')}
      </PageHead>
      <AuditFilters filter={filter} accounts={view.accounts} onChange={setFilter} />
      <Log view={view} isFiltered={Object.values(filter).some((part) => part !== null)} />
    </div>
  );
}

function SaveFile({ filter, ownId }: { filter: AuditFilter; ownId: number }) {
  const { t, language } = useText();
  const isOffline = useIsOffline();
  const { busy, attempt } = useAttempt('audit.notSaved');

  async function save(): Promise<void> {
    void download(await auditFile(filter, language, ownId), `audit-${dayAfter(Date.now(), 0)}.csv`);
  }

  return (
    <Button
      variant="secondary"
      icon={downloadIcon}
      disabled={isOffline}
      busy={busy}
      onClick={() => void attempt(save)}
    >
      {t('audit.save')}
    </Button>
  );
}

function Log({ view, isFiltered }: { view: AuditView; isFiltered: boolean }) {
  const { t } = useText();
  const isOffline = useIsOffline();
  const { entries, accounts, more, isLoading, failure, loadMore, retry } = view;
  if (entries === null) return <NotLoaded page="audit" failure={failure} onRetry={retry} />;
  if (entries.length === 0) {
    return (
      <EmptyState icon={archiveIcon} title={t('audit.emptyTitle')}>
        {t(isFiltered ? 'audit.emptyFiltered' : 'audit.emptyText')}
      </EmptyState>
    );
  }
  return (
    <>
      {isOffline && <Notice icon={offlineIcon}>{t('audit.offlineText')}</Notice>}
      <AuditEntries entries={entries} accounts={accounts} />
      {failure !== null && (
        <Notice tone="amber" title={t('audit.errorTitle')}>
          {failureText(t, failure)}
        </Notice>
      )}
      {more && (
        <Button
          variant="secondary"
          className={styles.more}
          disabled={isOffline}
          busy={isLoading}
          onClick={failure === null ? loadMore : retry}
        >
          {t('audit.older')}
        </Button>
      )}
    </>
  );
}

interface AuditFiltersProps {
  filter: AuditFilter;
  accounts: AuditView['accounts'];
  onChange: (filter: AuditFilter) => void;
}

/** What happened, whose it was, and on which day. */
function AuditFilters({ filter, accounts, onChange }: AuditFiltersProps) {
  const { t } = useText();
  return (
    <div className={styles.filters}>
      <ChoiceField
        label={t('audit.kind')}
        placeholder={t('audit.allKinds')}
        choices={AUDIT_KINDS.map((kind) => ({ value: kind, label: kindText(t, kind) })).sort(
          byText('label'),
        )}
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
