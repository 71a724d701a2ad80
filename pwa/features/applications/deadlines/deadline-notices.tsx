import { deadlinesOf, isTold } from '#contract/deadlines/deadlines.ts';
import { asideKeys } from '#contract/values/undone-notes.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { rulesHere } from '#pwa/lib/rules-here.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { Button } from '#pwa/ui/button.tsx';
import { clockIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { ApproachNotice } from './approach-hint.tsx';
import styles from './deadline-notices.module.css';
import { deadlineText } from './deadline-text.ts';
import { useSetAside } from './use-set-aside.ts';

/** The deadlines of a player that are told now, and that another agent's player may not be approached yet. */
export function DeadlineNotices({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const today = useToday();
  const history = useRecord(application.id)?.history;
  const setAside = useSetAside(application);
  if (!history) return null;
  const aside = asideKeys(history);
  const deadlines = deadlinesOf(application, rulesHere(), today);
  const told = deadlines.filter((deadline) => isTold(deadline, today) && !aside.has(deadline.key));
  return (
    <>
      <ApproachNotice application={application} />
      {told.length > 0 && (
        <Notice icon={clockIcon}>
          <ul className={styles.told}>
            {told.map((deadline) => (
              <li key={deadline.key}>
                <div>
                  <strong>{deadlineText(t, deadline, today)}</strong>
                  <p>{t(`deadlines.why.${deadline.kind}`)}</p>
                </div>
                <Button variant="secondary" onClick={() => setAside(deadline)}>
                  {t('deadlines.setAside')}
                </Button>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
