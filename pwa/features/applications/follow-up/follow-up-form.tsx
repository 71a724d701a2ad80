import { type FormEvent, useState } from 'react';
import { calendarFile } from '#contract/reminders/calendar-file.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { isDue } from '#pwa/features/applications/application-list.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { calendarWords } from '#pwa/i18n/calendar-words.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { download } from '#pwa/lib/text/download.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import { dayAfter, dayInWords, dayPart, joinTime, timePart } from '#pwa/lib/time/dates.ts';
import { deviceZone } from '#pwa/lib/time/device-zone.ts';
import { followUpSet } from '#pwa/local/changes/applications.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { calendarIcon } from '#pwa/ui/icons/icons.ts';
import styles from './follow-up-form.module.css';

/** The days that one press sets, counted from today. */
const DAYS = { now: 0, tomorrow: 1, in3Days: 3, nextWeek: 7 } as const;

interface FollowUpFormProps {
  application: ApplicationRow;
  /** Called when a day, or none, is in the outbox. */
  onQueued?: () => void;
}

/**
 * The day to return to this player, with a time if wanted, and buttons to set it: soon, in a week, another
 * day, none.
 */
export function FollowUpForm({ application, onQueued }: FollowUpFormProps) {
  const { t } = useText();
  const [typed, setTyped] = useState<{ day?: string; time?: string }>({});
  const change = useChange();
  const today = useToday();
  const { day, time } = { ...partsOf(application.followUpOn), ...typed };
  const wanted = joinTime(day, time);
  const canSet = day !== '' && wanted !== application.followUpOn;

  async function set(followUpOn: string | null): Promise<void> {
    const name = applicationDefinition.nameOf(t, application);
    if (!(await change(followUpSet.make({ followUpOn }, application), { name }))) return;
    setTyped({});
    onQueued?.();
  }

  function addToCalendar(): void {
    const { id: applicationId, playerName, followUpOn, updatedAt } = application;
    if (followUpOn === null) return;
    const event = { applicationId, playerName, followUpOn, updatedAt: new Date(updatedAt) };
    const calendar = { ...calendarWords(t), timeZone: deviceZone() };
    const file = calendarFile(location.origin, calendar, [event]);
    download(new Blob([file], { type: 'text/calendar' }), `follow-up-${dayPart(followUpOn)}.ics`);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (canSet) void set(wanted);
  }

  return (
    <>
      <p className={styles.now} data-due={isDue(application, today) || undefined}>
        {followUpText(t, application.followUpOn, today)}
      </p>
      <div className={styles.choices}>
        {Object.entries(DAYS).map(([word, days]) => (
          <Button
            key={word}
            variant="secondary"
            onClick={() => void set(joinTime(dayAfter(Date.now(), days), time))}
          >
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
          value={day}
          onChange={(event) => setTyped({ ...typed, day: event.target.value })}
        />
        <Field
          label={t('applicationDetail.followUp.time')}
          type="time"
          value={time}
          onChange={(event) => setTyped({ ...typed, time: event.target.value })}
        />
        <Button type="submit" variant="secondary" disabled={!canSet}>
          {t('applicationDetail.followUp.setDay')}
        </Button>
      </form>
    </>
  );
}

function partsOf(followUpOn: string | null): { day: string; time: string } {
  if (followUpOn === null) return { day: '', time: '' };
  return { day: dayPart(followUpOn), time: timePart(followUpOn) };
}

function followUpText(t: TextAccess['t'], followUpOn: string | null, today: string): string {
  if (followUpOn === null) return t('applicationDetail.followUp.none');
  if (followUpOn === today) return t('applicationDetail.followUp.today');
  const day = dayInWords(followUpOn, today);
  if (dayPart(followUpOn) <= today) return t('applicationDetail.followUp.due', { day });
  return t('applicationDetail.followUp.on', { day });
}
