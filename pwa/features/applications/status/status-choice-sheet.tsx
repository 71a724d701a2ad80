import type { Application } from '#contract/applications.ts';
import { isOneOf, STATUSES } from '#contract/fields/vocabulary.ts';
import { closeSheet, openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { toneClass } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { noteIcon } from '#pwa/ui/icons/icons.ts';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import styles from './status-choice-sheet.module.css';
import { lookOf } from './status-look.tsx';
import { StatusMark } from './status-mark.tsx';
import { useChooseStatus } from './use-choose-status.ts';

/** The six statuses of a row: choosing one saves it at once. Below, all that a swipe does. */
export function StatusChoiceSheet({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const save = useChooseStatus();
  const { playerName, email, status: current } = application;
  const offered: readonly Application['status'][] = isOneOf(STATUSES, current)
    ? STATUSES
    : [current, ...STATUSES];

  function choose(status: Application['status']): void {
    closeSheet();
    void save(application, status);
  }

  return (
    <Sheet
      title={t('applicationDetail.statusUpdate.title')}
      description={personName(t, { name: playerName, email })}
      open
      onOpenChange={closeSheet}
    >
      <ul className={styles.choices}>
        {offered.map((status) => (
          <li key={status}>
            <button
              type="button"
              className={classNames(styles.choice, toneClass(lookOf(status).tone))}
              aria-pressed={status === current}
              // biome-ignore lint/a11y/noAutofocus: the sheet around it moves the focus in anyway
              autoFocus={status === current}
              onClick={() => choose(status)}
            >
              <StatusMark status={status} />
              {wordText(t, 'status', status)}
              {status === current && <Icon shape={checkIcon} className={styles.current} />}
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        icon={noteIcon}
        className={styles.more}
        onClick={() => openSheet('note', application)}
      >
        {t('applicationDetail.noteAndFollowUp')}
      </Button>
    </Sheet>
  );
}
