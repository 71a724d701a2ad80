import { useId } from 'react';
import type { Application } from '#contract/applications.ts';
import { isOneOf, STATUSES } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { toneClass } from '#pwa/ui/badge.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import styles from './status-choices.module.css';
import { lookOf } from './status-look.tsx';
import { StatusMark } from './status-mark.tsx';

type AnyStatus = Application['status'];

interface StatusChoicesProps {
  /** Null while none is chosen. */
  chosen: AnyStatus | null;
  /** The status that the application has; offered too when only a newer server knows it. */
  current?: AnyStatus;
  onChange: (status: AnyStatus) => void;
  /** The focus begins at the chosen one. */
  focused?: boolean;
}

/** The statuses as large choices; any may follow any. */
export function StatusChoices({ chosen, current, onChange, focused = false }: StatusChoicesProps) {
  const { t } = useText();
  const name = useId();
  const isForeign = current !== undefined && !isOneOf(STATUSES, current);
  const offered: readonly AnyStatus[] = isForeign ? [current, ...STATUSES] : STATUSES;
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('applicationDetail.statusUpdate.status')}</legend>
      {offered.map((status) => (
        <label
          key={status}
          className={classNames(styles.choice, toneClass(lookOf(status).tone))}
          data-status={status}
        >
          <input
            type="radio"
            name={name}
            value={status}
            checked={status === chosen}
            // biome-ignore lint/a11y/noAutofocus: the sheet around it moves the focus in anyway
            autoFocus={focused && status === chosen}
            onChange={() => onChange(status)}
          />
          <StatusMark status={status} />
          {wordText(t, 'status', status)}
        </label>
      ))}
    </fieldset>
  );
}
