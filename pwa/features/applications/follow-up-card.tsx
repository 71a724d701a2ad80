import { type FormEvent, useState } from 'react';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { dayAfter, formatDate } from '#pwa/lib/dates.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Field } from '#pwa/ui/field.tsx';
import styles from './follow-up-card.module.css';
import { setFollowUp } from './set-follow-up.ts';

/** When to come back to this player: tomorrow, in a week, on another day, or not at all. */
export function FollowUpCard({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const mirror = useMirror();
  const [typed, setTyped] = useState('');
  const { followUpOn, playerName: name } = application;
  const now = Date.now();

  async function set(day: string | null): Promise<void> {
    try {
      const key = await setFollowUp(mirror, application, day);
      setTyped('');
      const done =
        day === null
          ? {
              title: t('applicationDetail.followUp.removed'),
              description: t('applicationDetail.followUp.removedDescription', { name }),
            }
          : {
              title: t('applicationDetail.followUp.set'),
              description: t('applicationDetail.followUp.setDescription', {
                name,
                day: formatDate(day),
              }),
            };
      await tellOutcome(t, mirror, key, {
        sent: done,
        refused: { title: t('applicationDetail.followUp.failed') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed) void set(typed);
  }

  return (
    <Card title={t('applicationDetail.followUp.title')}>
      <p className={styles.now} data-due={isDueOn(followUpOn, dayAfter(now, 0)) || undefined}>
        {useSaid(followUpOn)}
      </p>
      <div className={styles.choices}>
        <Button variant="secondary" onClick={() => void set(dayAfter(now, 1))}>
          {t('applicationDetail.followUp.tomorrow')}
        </Button>
        <Button variant="secondary" onClick={() => void set(dayAfter(now, 7))}>
          {t('applicationDetail.followUp.nextWeek')}
        </Button>
        {followUpOn !== null && (
          <Button variant="quiet" onClick={() => void set(null)}>
            {t('applicationDetail.followUp.remove')}
          </Button>
        )}
      </div>
      <form className={styles.other} onSubmit={submit}>
        <Field
          label={t('applicationDetail.followUp.date')}
          type="date"
          min={dayAfter(now, 0)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="secondary" disabled={!typed}>
          {t('applicationDetail.followUp.setDay')}
        </Button>
      </form>
    </Card>
  );
}

function useSaid(followUpOn: string | null): string {
  const { t } = useText();
  if (followUpOn === null) return t('applicationDetail.followUp.none');
  const today = dayAfter(Date.now(), 0);
  if (followUpOn === today) return t('applicationDetail.followUp.today');
  const day = formatDate(followUpOn);
  if (followUpOn < today) return t('applicationDetail.followUp.due', { day });
  return t('applicationDetail.followUp.on', { day });
}

function isDueOn(followUpOn: string | null, today: string): boolean {
  return followUpOn !== null && followUpOn <= today;
}
