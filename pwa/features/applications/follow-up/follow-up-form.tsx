import { type FormEvent, type ReactNode, useState } from 'react';
import { applicationAddress } from '#contract/paths/app-paths.ts';
import { calendarFile } from '#contract/reminders/calendar-file.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { isDue } from '#pwa/features/applications/application-list.ts';
import { nameOfMany, useQuestion } from '#pwa/features/changes/many.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { calendarWords } from '#pwa/i18n/calendar-words.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { download } from '#pwa/lib/text/download.ts';
import { useToday } from '#pwa/lib/time/clock.ts';
import {
  dayAfter,
  dayInWords,
  dayPart,
  formatDate,
  joinTime,
  timePart,
  withTime,
} from '#pwa/lib/time/dates.ts';
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
export function useTypedFollowUp({ followUpOn }: Pick<ApplicationRow, 'followUpOn'>) {
  const [typed, setTyped] = useState<{ day?: string; time?: string }>({});
  const { day, time } = { ...partsOf(followUpOn), ...typed };
  const joined = joinTime(day, time);
  const wanted = day !== '' && joined !== followUpOn ? joined : undefined;
  return { day, time, wanted, setTyped };
}

interface FollowUpFormProps {
  applications: readonly ApplicationRow[];
  /** Called when the day is sent or queued. */
  onDone?: () => void;
}

/** Sets the day to return to a player, or to several. */
export function FollowUpForm({ applications, onDone }: FollowUpFormProps) {
  const { t } = useText();
  const application = onlyOne(applications);
  const typed = useTypedFollowUp(application ?? { followUpOn: null });
  const change = useChange();
  const { question, ask } = useQuestion();

  async function set(followUpOn: string | null): Promise<void> {
    const others = applications.filter((each) => each.followUpOn !== followUpOn);
    const changes = others.map((each) => followUpSet.make({ followUpOn }, each));
    const name = nameOfMany(t, applicationDefinition, others);
    if (!(await change(changes, { name }))) return;
    typed.setTyped({});
    onDone?.();
  }

  function press(followUpOn: string | null): void {
    ask(applications.length, {
      description:
        followUpOn === null
          ? t('sync.change.noFollowUp')
          : t('sync.change.followUp', { day: formatDate(followUpOn) }),
      onConfirm: () => void set(followUpOn),
    });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed.wanted !== undefined) press(typed.wanted);
  }

  return (
    <form onSubmit={submit}>
      <FollowUpFields applications={applications} typed={typed} onSet={press}>
        <Button type="submit" variant="secondary" disabled={typed.wanted === undefined}>
          {t('applicationDetail.followUp.setDay')}
        </Button>
      </FollowUpFields>
      {question}
    </form>
  );
}

interface FollowUpFieldsProps {
  applications: readonly ApplicationRow[];
  typed: ReturnType<typeof useTypedFollowUp>;
  /** Called when a button sets a day, or none. */
  onSet: (followUpOn: string | null) => void;
  /** Beside the fields. */
  children?: ReactNode;
}

/** A time, if wanted, which goes with every day: with the buttons for a day soon or in a week, and with another one. */
export function FollowUpFields({ applications, typed, onSet, children }: FollowUpFieldsProps) {
  const { t } = useText();
  const today = useToday();
  const { day, time, setTyped } = typed;
  const application = onlyOne(applications);

  function addToCalendar(): void {
    if (!application || application.followUpOn === null) return;
    const { id, playerName: name, followUpOn, updatedAt } = application;
    const path = applicationAddress(id);
    const at = { on: followUpOn, updatedAt: new Date(updatedAt) };
    const event = { kind: 'follow-up', id, name, path, ...at } as const;
    const calendar = { ...calendarWords(t), timeZone: deviceZone() };
    const file = calendarFile(location.origin, calendar, [event]);
    void download(
      new Blob([file], { type: 'text/calendar' }),
      `follow-up-${dayPart(followUpOn)}.ics`,
    );
  }

  return (
    <>
      {application && (
        <p className={styles.now} data-due={isDue(application, today) || undefined}>
          {followUpText(t, application.followUpOn, today)}
        </p>
      )}
      <div className={styles.time}>
        <Field
          label={t('applicationDetail.followUp.time')}
          type="time"
          value={time}
          onChange={(event) => setTyped({ day, time: event.target.value })}
        />
      </div>
      <div className={styles.choices}>
        {Object.entries(DAYS).map(([word, days]) => (
          <Button
            key={word}
            variant="secondary"
            onClick={() => onSet(joinTime(dayAfter(Date.now(), days), time))}
          >
            {withTime(t(`applicationDetail.followUp.${word as keyof typeof DAYS}`), time)}
          </Button>
        ))}
        {applications.some(({ followUpOn }) => followUpOn !== null) && (
          <Button variant="quiet" onClick={() => onSet(null)}>
            {t('applicationDetail.followUp.remove')}
          </Button>
        )}
        {application && application.followUpOn !== null && (
          <Button variant="quiet" icon={calendarIcon} onClick={addToCalendar}>
            {t('calendar.add')}
          </Button>
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
        {children}
      </div>
    </>
  );
}

/** The application of a form that is not about several. */
function onlyOne(applications: readonly ApplicationRow[]): ApplicationRow | undefined {
  return applications.length === 1 ? applications[0] : undefined;
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
