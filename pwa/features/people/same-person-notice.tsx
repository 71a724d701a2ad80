import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { playerFacts } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import {
  findSame,
  type SameApplication,
  type SameRecord,
  type Whose,
  whoOf,
} from '#pwa/local/rows/same-person.ts';
import { userIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './same-person-notice.module.css';

/** Links shown at most. */
const SHOWN = 5;

interface SamePersonNoticeProps {
  whose: Whose;
  /** What can be done with the applications among them; `isSure` as in `SameRecord`. */
  actionsFor?: (applications: readonly SameApplication[], isSure: boolean) => ReactNode;
}

/** Tells that other records seem to be of the same player, and links to them; apart, those with the same name alone. */
export function SamePersonNotice({ whose, actionsFor }: SamePersonNoticeProps) {
  const { t } = useText();
  const mirror = useMirror();
  const same = useLiveQuery(async () => findSame(mirror, whose), [mirror, ...Object.values(whose)]);
  return [true, false].map((isSure) => {
    const records = same?.filter((record) => record.isSure === isSure) ?? [];
    if (records.length === 0) return null;
    const applications = records.filter((record) => record.kind === 'application');
    return (
      <Notice
        key={String(isSure)}
        icon={userIcon}
        title={isSure ? t('people.same', { count: records.length }) : undefined}
        actions={applications.length > 0 && actionsFor?.(applications, isSure)}
      >
        <ul className={styles.list}>
          {records.slice(0, SHOWN).map((record) => (
            <li key={`${record.kind}:${record.id}`}>
              <SameLink record={record} />
              <SameFacts record={record} />
            </li>
          ))}
        </ul>
      </Notice>
    );
  });
}

/** What tells records of one name apart. */
function SameFacts({ record: { kind, id, at } }: { record: SameRecord }) {
  const { t } = useText();
  const today = useToday();
  const row = useRecord(kind === 'application' ? id : '')?.row;
  const facts = row ? [...playerFacts(t, row, today), wordText(t, 'status', row.status)] : [];
  const what = t(kind === 'contact' ? 'people.inquiry' : 'people.application');
  return <span className={primitives.hint}>{[what, ...facts, formatDay(at)].join(' · ')}</span>;
}

function SameLink({ record }: { record: SameRecord }) {
  const { t } = useText();
  const { kind, id, name, currentClub, isSure } = record;
  const who = isSure ? name : t('people.perhaps', { who: whoOf({ name, currentClub }) });
  return kind === 'contact' ? (
    <Link to={APP_PATHS.contact} params={{ id: String(id) }}>
      {who}
    </Link>
  ) : (
    <Link to={APP_PATHS.application} params={{ id }}>
      {who}
    </Link>
  );
}
