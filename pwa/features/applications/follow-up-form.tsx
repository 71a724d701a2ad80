import { type FormEvent, useState } from 'react';
import { calendarFile } from '#contract/calendar-file.ts';
import { calendarWords } from '#pwa/i18n/calendar-words.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { dayAfter, dayInWords } from '#pwa/lib/dates.ts';
import { download } from '#pwa/lib/download.ts';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { calendarIcon } from '#pwa/ui/icons.ts';
import { isDue } from './application-list.ts';
import styles from './follow-up-form.module.css';
import { useSetFollowUp } from './use-set-follow-up.ts';

/** The days that one press sets, counted from today. */
const DAYS = { now: 0, tomorrow: 1, in3Days: 3, nextWeek: 7 } as const;

interface FollowUpFormProps {
  application: ApplicationRow;
  /** Called when a day, or none, is in the outbox. */
  onQueued?: () => void;
}

/** The day to return to this player, and buttons to set it: soon, in a week, another day, none. */
export function FollowUpForm({ application, onQueued }: FollowUpFormProps) {
  const { t, language } = useText();
  const [typed, setTyped] = useState('');
  const save = useSetFollowUp(application);
  const now = Date.now();
  const today = dayAfter(now, 0);

  async function set(day: string | null): Promise<void> {
    if (!(await save(day))) return;
    setTyped('');
    onQueued?.();
  }

  function addToCalendar(): void {
    const { id: applicationId, playerName, followUpOn, updatedAt } = application;
    if (followUpOn === null) return;
    const event = { applicationId, playerName, followUpOn, updatedAt: new Date(updatedAt) };
    const file = calendarFile(location.origin, calendarWords(t), [event]);
    download(new Blob([file], { type: 'text/calendar' }), `follow-up-${followUpOn}.ics`);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed) void set(typed);
  }

  return (
    <>
      <p className={styles.now} data-due={isDue(application, today) || undefined}>
        {followUpText(t, application.followUpOn, today, language)}
      </p>
      <div className={styles.choices}>
        {Object.entries(DAYS).map(([word, days]) => (
          <Button key={word} variant="secondary" onClick={() => void set(dayAfter(now, days))}>
            {t(`applicationDetail.followUp.${word as keyof typeof DAYS}`)}
          </Button>
        ))}
        {application.followUpOn !== null && (
          <>
            <Button variant="quiet" onClick={() => void set(null)}>
              {t('applicationDetail.followUp.remove')}
            </Button>
            <Button variant="quiet" icon={calendarIcon} onClick={addToCalendar}>
              {t('calendar.add')}
            </Button>
          </>
        )}
      </div>
      <form className={styles.other} onSubmit={submit}>
        <Field
          label={t('applicationDetail.followUp.date')}
          type="date"
          min={today}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={!typed}>
          {t('applicationDetail.followUp.setDay')}
        </Button>
      </form>
    </>
  );
}

function followUpText(
  t: TextAccess['t'],
  followUpOn: string | null,
  today: string,
  language: string,
): string {
  if (followUpOn === null) return t('applicationDetail.followUp.none');
  if (followUpOn === today) return t('applicationDetail.followUp.today');
  const day = dayInWords(followUpOn, today, language);
  if (followUpOn < today) return t('applicationDetail.followUp.due', { day });
  return t('applicationDetail.followUp.on', { day });
}
