import { type ComponentProps, useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { eyeIcon, eyeOffIcon } from '#pwa/ui/icons/icons.ts';
import control from './control.module.css';
import { ControlFrame, type ControlFrameProps } from './control-frame.tsx';
import styles from './password-field.module.css';

type PasswordFieldProps = Omit<ComponentProps<'input'>, 'id' | 'required' | 'type'> &
  ControlFrameProps;

/** A password input with a button that shows the text. */
export function PasswordField({ label, hint, error, id, required, ...props }: PasswordFieldProps) {
  const { t } = useText();
  const [shown, setShown] = useState(false);
  return (
    <ControlFrame label={label} hint={hint} error={error} id={id} required={required}>
      {(ties) => (
        <span className={styles.box}>
          <input
            type={shown ? 'text' : 'password'}
            className={classNames(control.control, styles.input)}
            autoCapitalize="none"
            spellCheck={false}
            {...props}
            {...ties}
          />
          <IconButton
            className={styles.toggle}
            icon={shown ? eyeOffIcon : eyeIcon}
            label={t(shown ? 'auth.form.hidePassword' : 'auth.form.showPassword')}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </ControlFrame>
  );
}
