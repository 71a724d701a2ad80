import { useId } from 'react';
import type { Application } from '#contract/applications.ts';
import { isOneOf, STATUSES } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { toneClass } from '#pwa/ui/badge.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { followChoices } from '#pwa/ui/fields/follow-choices.ts';
import styles from './status-choices.module.css';
import { lookOf, StatusMark } from './status-mark.tsx';

type AnyStatus = Application['status'];

interface StatusChoicesProps {
  /** Null while none is chosen. */
  chosen: AnyStatus | null;
  /** The status that the application has; offered too when only a newer server knows it. */
  current?: AnyStatus;
  onChange: (status: AnyStatus) => void;
  /** A press sets the status at once; otherwise it chooses it for a form. */
  isImmediate?: boolean;
  /** The focus begins at the chosen one. */
  focused?: boolean;
}

/**
 * The statuses as large choices; any may follow any. Arrows, first letters and the numbers from 1 on lead to one, Enter
 * takes it: at once, or with the form around it.
 */
export function StatusChoices({
  chosen,
  current,
  onChange,
  isImmediate = false,
  focused = false,
}: StatusChoicesProps) {
  const { t } = useText();
  const name = useId();
  const isForeign = current !== undefined && !isOneOf(STATUSES, current);
  const offered: readonly AnyStatus[] = isForeign ? [current, ...STATUSES] : STATUSES;
  const words = offered.map((status) => wordText(t, 'status', status));

  return (
    <fieldset
      className={styles.choices}
      onKeyDown={(event) => {
        const next = followChoices(event, words);
        if (!isImmediate) next?.click();
      }}
    >
      <legend className={styles.legend}>{t('applicationDetail.statusUpdate.status')}</legend>
      {offered.map((status, at) => {
        const look = classNames(styles.choice, toneClass(lookOf(status).tone));
        const content = (
          <>
            <StatusMark status={status} />
            {words[at]}
          </>
        );
        return isImmediate ? (
          <button
            key={status}
            type="button"
            className={look}
            data-status={status}
            aria-pressed={status === chosen}
            // biome-ignore lint/a11y/noAutofocus: the sheet around it moves the focus in anyway
            autoFocus={focused && status === chosen}
            onClick={() => onChange(status)}
          >
            {content}
          </button>
        ) : (
          <label key={status} className={look} data-status={status}>
            <input
              type="radio"
              name={name}
              value={status}
              checked={status === chosen}
              // biome-ignore lint/a11y/noAutofocus: the sheet around it moves the focus in anyway
              autoFocus={focused && status === chosen}
              onChange={() => onChange(status)}
            />
            {content}
          </label>
        );
      })}
    </fieldset>
  );
}
