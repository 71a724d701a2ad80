import { type FormEvent, type ReactNode, useState } from 'react';
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

/** A day as it is typed, with a time if wanted. `wanted` is undefined if the record has it already, or it is blank. */
export function useTypedFollowUp({ followUpOn }: ApplicationRow) {
  const [typed, setTyped] = useState<{ day?: string; time?: string }>({});
  const { day, time } = { ...partsOf(followUpOn), ...typed };
  const joined = joinTime(day, time);
  const wanted = day !== '' && joined !== followUpOn ? joined : undefined;
  return { day, time, wanted, setTyped };
}

/** Sets the day to return to this player. */
export function FollowUpForm({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const typed = useTypedFollowUp(application);
  const change = useChange();

  async function set(followUpOn: string | null): Promise<void> {
    const name = applicationDefinition.nameOf(t, application);
    if (await change(followUpSet.make({ followUpOn }, application), { name })) typed.setTyped({});
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.wanted !== undefined) void set(typed.wanted);
  }

  return (
    <form onSubmit={submit}>
      <FollowUpFields application={application} typed={typed} onSet={(day) => void set(day)}>
        <Button type="submit" variant="secondary" disabled={typed.wanted === undefined}>
          {t('applicationDetail.followUp.setDay')}
        </Button>
      </FollowUpFields>
    </form>
  );
}

interface FollowUpFieldsProps {
  application: ApplicationRow;
  typed: ReturnType<typeof useTypedFollowUp>;
  /** Called when a button sets a day, or none. */
  onSet: (followUpOn: string | null) => void;
  /** Beside the fields. */
  children?: ReactNode;
}

/** Buttons for a day soon, in a week or none; and fields for another one, with a time if wanted. */
export function FollowUpFields({ application, typed, onSet, children }: FollowUpFieldsProps) {
  const { t } = useText();
  const today = useToday();
  const { day, time, setTyped } = typed;

  function addToCalendar(): void {
    const { id: applicationId, playerName, followUpOn, updatedAt } = application;
    if (followUpOn === null) return;
    const event = { applicationId, playerName, followUpOn, updatedAt: new Date(updatedAt) };
    const calendar = { ...calendarWords(t), timeZone: deviceZone() };
    const file = calendarFile(location.origin, calendar, [event]);
    download(new Blob([file], { type: 'text/calendar' }), `follow-up-${dayPart(followUpOn)}.ics`);
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
            onClick={() => onSet(joinTime(dayAfter(Date.now(), days), time))}
          >
            {t(`applicationDetail.followUp.${word as keyof typeof DAYS}`)}
          </Button>
        ))}
        {application.followUpOn !== null && (
          <>
            <Button variant="quiet" onClick={() => onSet(null)}>
              {t('applicationDetail.followUp.remove')}
            </Button>
            <Button variant="quiet" icon={calendarIcon} onClick={addToCalendar}>
              {t('calendar.add')}
            </Button>
          </>
        )}
      </div>
      <div className={styles.other}>
        <Field
          label={t('applicationDetail.followUp.date')}
          type="date"
          min={today}
          value={day}
          onChange={(event) => setTyped({ day: event.target.value, time })}
        />
        <Field
          label={t('applicationDetail.followUp.time')}
          type="time"
          value={time}
          onChange={(event) => setTyped({ day, time: event.target.value })}
        />
        {children}
      </div>
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
