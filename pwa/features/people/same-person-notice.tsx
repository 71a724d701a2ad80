import { Link } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { ReactNode } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { formatDay } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import {
  findSame,
  type SameApplication,
  type SameRecord,
  type Whose,
} from '#pwa/local/rows/same-person.ts';
import { userIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './same-person-notice.module.css';

/** Links shown at most. */
const SHOWN = 5;

interface SamePersonNoticeProps extends Whose {
  /** What can be done with the applications among them. */
  actionsFor?: (applications: readonly SameApplication[]) => ReactNode;
}

/** Tells that other records seem to be of the same person, and links to them. */
export function SamePersonNotice({ actionsFor, ...whose }: SamePersonNoticeProps) {
  const { email, phone, applicationId, contactId } = whose;
  const { t } = useText();
  const mirror = useMirror();
  const same = useLiveQuery(
    async () => findSame(mirror, { email, phone, applicationId, contactId }),
    [mirror, email, phone, applicationId, contactId],
  );
  if (!same || same.length === 0) return null;
  const applications = same.filter((record) => record.kind === 'application');
  return (
    <Notice
      icon={userIcon}
      title={t('people.same', { count: same.length })}
      actions={applications.length > 0 && actionsFor?.(applications)}
    >
      <ul className={styles.list}>
        {same.slice(0, SHOWN).map((record) => (
          <li key={`${record.kind}:${record.id}`}>
            <SameLink record={record} />
            <span className={primitives.hint}>
              {t(record.kind === 'contact' ? 'people.inquiry' : 'people.application')} ·{' '}
              {formatDay(record.at)}
            </span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function SameLink({ record }: { record: SameRecord }) {
  return record.kind === 'contact' ? (
    <Link to={APP_PATHS.contact} params={{ id: String(record.id) }}>
      {record.name}
    </Link>
  ) : (
    <Link to={APP_PATHS.application} params={{ id: record.id }}>
      {record.name}
    </Link>
  );
}
