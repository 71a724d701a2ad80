import { useLiveQuery } from 'dexie-react-hooks';
import { useState } from 'react';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { lastDayOf } from '#pwa/features/applications/follow-up/last-day.ts';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { nameOfMany, useQuestion } from '#pwa/features/changes/many.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { WaitingMark } from '#pwa/features/changes/waiting-mark.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { EVERYWHERE } from '#pwa/lib/text/where.ts';
import { applicationRemoved } from '#pwa/local/changes/applications.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { readRemoved } from '#pwa/local/rows/read-rows.ts';
import { useFound } from '#pwa/records/use-found.ts';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { SearchBox } from '#pwa/ui/fields/search-box.tsx';
import { searchIcon, trashIcon } from '#pwa/ui/icons/icons.ts';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { useMedia, WIDE } from '#pwa/ui/screen/use-media.ts';
import { TaskRow } from '#pwa/ui/task-row.tsx';
import styles from './removed-page.module.css';

const ALL = { filter: 'all', sort: 'updated', where: EVERYWHERE } as const;
const NONE: never[] = [];

/** The applications that were made by mistake, from the mirror; each can be brought back, or all that a search finds. */
export function RemovedPage() {
  const { t } = useText();
  const mirror = useMirror();
  const all = useLiveQuery(() => readRemoved(mirror), [mirror]);
  const [query, setQuery] = useState('');
  const found = useFound(applicationDefinition, all ?? NONE, { ...ALL, query });
  const isSearching = query.trim() !== '';
  // Else the last one that was removed is the first.
  const rows = isSearching ? found.rows : (all ?? NONE);
  const wide = useMedia(WIDE);
  const change = useChange();
  const { question, ask } = useQuestion();

  function bringBack(...removed: typeof rows): void {
    const changes = removed.map((row) => applicationRemoved.make({ removed: false }, row));
    void change(changes, { name: nameOfMany(t, applicationDefinition, removed) });
  }

  function bringAllBack(): void {
    ask(rows.length, {
      description: t('removed.bringBack'),
      onConfirm: () => bringBack(...rows),
    });
  }

  return (
    <>
      <PageHead title={t('removed.title')}>{t('removed.subtitle')}</PageHead>
      {all?.length === 0 && (
        <EmptyState icon={trashIcon} title={t('removed.empty')}>
          {t('removed.emptyText')}
        </EmptyState>
      )}
      {all !== undefined && all.length > 0 && (
        <div className={primitives.row3}>
          <SearchBox label={t('applications.search')} value={query} onChange={setQuery} />
          {isSearching && rows.length > 1 && (
            <Button variant="secondary" onClick={bringAllBack}>
              {`${t('removed.bringBack')} · ${t('applications.total', { count: rows.length })}`}
            </Button>
          )}
        </div>
      )}
      {isSearching && all !== undefined && rows.length === 0 && (
        <EmptyState icon={searchIcon} title={t('search.none', { query: query.trim() })} />
      )}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <TaskRow
              key={row.id}
              name={applicationDefinition.nameOf(t, row)}
              link={applicationDefinition.linkTo(row.id)}
              badge={wide && <StatusBadge status={row.status} />}
              facts={row.removedAt && t('removed.row', { last: lastDayOf(row.removedAt) })}
              mark={<WaitingMark waiting={row.waiting} />}
              reach={null}
              actions={
                <Button
                  variant="secondary"
                  aria-label={t('removed.bringBackOf', { name: row.playerName })}
                  onClick={() => bringBack(row)}
                >
                  {t('removed.bringBack')}
                </Button>
              }
            />
          ))}
        </ul>
      )}
      {question}
    </>
  );
}
