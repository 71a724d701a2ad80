import { useEffect, useState } from 'react';
import type { ReminderKind, Reminders } from '#contract/reminders.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { CheckboxField } from '#pwa/ui/checkbox-field.tsx';
import { Field } from '#pwa/ui/field.tsx';
import styles from './reminders.module.css';

type Wanted = Pick<Reminders, 'kinds' | 'quietFrom' | 'quietTo'>;

interface ReminderFieldsProps {
  /** Those that the user may get. */
  kinds: readonly ReminderKind[];
  wanted: Wanted;
  disabled: boolean;
  onChange: (part: Partial<Wanted>) => void;
}

/** What to be reminded of, and the quiet hours. */
export function ReminderFields({ kinds, wanted, disabled, onChange }: ReminderFieldsProps) {
  const { t } = useText();
  return (
    <>
      <fieldset className={styles.group} disabled={disabled}>
        <legend className={styles.legend}>{t('account.reminders.kinds')}</legend>
        {kinds.map((kind) => (
          <CheckboxField
            key={kind}
            label={t(`account.reminders.kind.${kind}`)}
            checked={wanted.kinds.includes(kind)}
            onChange={({ target: { checked } }) => {
              const others = wanted.kinds.filter((each) => each !== kind);
              onChange({ kinds: checked ? [...others, kind] : others });
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
              onChange={(time) => onChange({ [end]: time })}
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
