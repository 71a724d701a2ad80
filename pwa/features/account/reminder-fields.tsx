import { useEffect, useState } from 'react';
import type { Area } from '#contract/access.ts';
import { kindsIn, type Reminders } from '#contract/reminders/reminders.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { CheckboxField } from '#pwa/ui/fields/checkbox-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import styles from './reminders.module.css';

type Choice = Pick<Reminders, 'kinds' | 'quietFrom' | 'quietTo'>;

interface ReminderFieldsProps<Stored extends Choice> {
  areas: readonly Area[];
  stored: Stored;
  /** Sends what the person wants. */
  keep: (wanted: Stored) => Promise<unknown>;
  disabled: boolean;
  onQuietHours: () => void;
}

/** What to be reminded of, and the quiet hours. A change is shown while it is sent; a failure takes it back. */
export function ReminderFields<Stored extends Choice>({
  areas,
  stored,
  keep,
  disabled,
  onQuietHours,
}: ReminderFieldsProps<Stored>) {
  const { t } = useText();
  const [wanted, setWanted] = useState(stored);
  const { attempt } = useAttempt('account.reminders.notChanged');

  async function change(part: Partial<Choice>): Promise<void> {
    const next = { ...wanted, ...part };
    setWanted(next);
    const isDone = await attempt(() => keep(next));
    // A newer change was made of this one, and sends it again.
    if (!isDone) setWanted((shown) => (shown === next ? wanted : shown));
    else if ('quietFrom' in part || 'quietTo' in part) onQuietHours();
  }

  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend className={styles.legend}>{t('account.reminders.kinds')}</legend>
        {kindsIn(areas).map((kind) => (
          <CheckboxField
            key={kind}
            label={t(`account.reminders.kind.${kind}`)}
            checked={wanted.kinds.includes(kind)}
            onChange={({ target: { checked } }) => {
              const others = wanted.kinds.filter((each) => each !== kind);
              void change({ kinds: checked ? [...others, kind] : others });
            }}
          />
        ))}
      </fieldset>
      <fieldset className={styles.group} disabled={disabled}>
        <legend className={styles.legend}>{t('account.reminders.quiet')}</legend>
        <p className={styles.hint}>{t('account.reminders.quietHint')}</p>
        <div className={styles.times}>
          {(['quietFrom', 'quietTo'] as const).map((end) => (
            <Time
              key={end}
              label={t(`account.reminders.${end}`)}
              time={wanted[end]}
              onChange={(time) => void change({ [end]: time })}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
}

/** A time of the day. It counts when the person leaves the field: each digit is a change of its own. */
function Time({
  label,
  time,
  onChange,
}: {
  label: string;
  time: string;
  onChange: (time: string) => void;
}) {
  const [typed, setTyped] = useState(time);
  useEffect(() => setTyped(time), [time]);
  return (
    <Field
      type="time"
      label={label}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed === '') setTyped(time);
        else if (typed !== time) onChange(typed);
      }}
    />
  );
}
