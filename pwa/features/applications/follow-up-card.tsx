import { type FormEvent, useState } from 'react';
import { showNotSaved } from '#pwa/features/changes/outcome-toast.ts';
import { tellOutcome } from '#pwa/features/changes/tell-outcome.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { dayAfter, formatDate } from '#pwa/lib/dates.ts';
import { useMirror } from '#pwa/local/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Field } from '#pwa/ui/field.tsx';
import { isDue } from './application-list.ts';
import styles from './follow-up-card.module.css';
import { setFollowUp } from './set-follow-up.ts';

/** The day to return to this player, and buttons to set it: tomorrow, in a week, another day, none. */
export function FollowUpCard({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const set = useSetFollowUp(application, () => setTyped(''));
  const now = Date.now();
  const today = dayAfter(now, 0);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typed) void set(typed);
  }

  return (
    <Card title={t('applicationDetail.followUp.title')}>
      <p className={styles.now} data-due={isDue(application, today) || undefined}>
        {followUpText(t, application.followUpOn, today)}
      </p>
      <div className={styles.choices}>
        <Button variant="secondary" onClick={() => void set(dayAfter(now, 1))}>
          {t('applicationDetail.followUp.tomorrow')}
        </Button>
        <Button variant="secondary" onClick={() => void set(dayAfter(now, 7))}>
          {t('applicationDetail.followUp.nextWeek')}
        </Button>
        {application.followUpOn !== null && (
          <Button variant="quiet" onClick={() => void set(null)}>
            {t('applicationDetail.followUp.remove')}
          </Button>
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
    </Card>
  );
}

/** Returns a function that queues a day, or null for none, and shows the outcome. Never rejects. */
function useSetFollowUp(application: ApplicationRow, onQueued: () => void) {
  const { t } = useText();
  const mirror = useMirror();
  const { playerName: name } = application;
  return async (day: string | null): Promise<void> => {
    try {
      const key = await setFollowUp(mirror, application, day);
      onQueued();
      await tellOutcome(t, mirror, key, {
        sent:
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
              },
        refused: { title: t('applicationDetail.followUp.failed') },
      });
    } catch (error) {
      showNotSaved(t, error);
    }
  };
}

function followUpText(t: TextAccess['t'], followUpOn: string | null, today: string): string {
  if (followUpOn === null) return t('applicationDetail.followUp.none');
  if (followUpOn === today) return t('applicationDetail.followUp.today');
  const day = formatDate(followUpOn);
  if (followUpOn < today) return t('applicationDetail.followUp.due', { day });
  return t('applicationDetail.followUp.on', { day });
}
