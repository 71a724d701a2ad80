import { useId } from 'react';
import { STATUSES, type Status } from '#contract/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import styles from './status-choices.module.css';
import { StatusMark } from './status-mark.tsx';

interface StatusChoicesProps {
  /** Null while none is chosen. */
  chosen: Status | null;
  onChange: (status: Status) => void;
  /** The focus begins at the one that is chosen. */
  focused?: boolean;
}

/** The six statuses as large choices; any may follow any (§4, P-11). */
export function StatusChoices({ chosen, onChange, focused = false }: StatusChoicesProps) {
  const { t } = useText();
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend className={styles.legend}>{t('applicationDetail.statusUpdate.status')}</legend>
      {STATUSES.map((status) => (
        <label key={status} className={styles.choice} data-status={status}>
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
          {t(`status.${status}`)}
        </label>
      ))}
    </fieldset>
  );
}
