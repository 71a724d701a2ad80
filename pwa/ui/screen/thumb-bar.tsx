import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#pwa/ui/class-names.ts';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import styles from './thumb-bar.module.css';
import { useBottomBar } from './use-bottom-bar.ts';

/**
 * A page's main actions: on phones a bottom bar above the keyboard, in place of the navigation; on wide
 * screens a plain row.
 */
export function ThumbBar({
  isConversation = false,
  children,
}: {
  /** The first action is a place to write, the links beside it are icons. */
  isConversation?: boolean;
  children: ReactNode;
}) {
  useBottomBar('actions');
  return (
    <div
      className={classNames(styles.bar, isConversation && styles.conversation)}
      data-bottom-bar="actions"
    >
      {children}
    </div>
  );
}

interface ThumbLook {
  icon: IconShape;
  /** The main action. */
  primary?: boolean;
  children: ReactNode;
}

/** A link in the bar: a call, a chat, an e-mail. */
export function ThumbLink({ icon, primary, children, ...props }: ThumbLook & ComponentProps<'a'>) {
  return (
    <a className={classNames(styles.action, primary && styles.primary)} {...props}>
      <Icon shape={icon} />
      {children}
    </a>
  );
}

/** A button in the bar. */
export function ThumbButton({
  icon,
  primary,
  children,
  ...props
}: ThumbLook & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      className={classNames(styles.action, primary && styles.primary)}
      {...props}
    >
      <Icon shape={icon} />
      {children}
    </button>
  );
}

interface ThumbSelectProps<Value extends string> {
  icon: IconShape;
  label: string;
  /** The chosen value, as it is shown. */
  text: string;
  choices: readonly { value: Value; label: string }[];
  /** Null if none of the choices is chosen. */
  value: Value | null;
  onChange: (value: Value) => void;
}

/** A choice in the bar: a native select over an icon and a word. */
export function ThumbSelect<Value extends string>({
  icon,
  label,
  text,
  choices,
  value,
  onChange,
}: ThumbSelectProps<Value>) {
  return (
    <label className={classNames(styles.action, styles.select)}>
      <Icon shape={icon} />
      <span aria-hidden>{text}</span>
      <select
        aria-label={label}
        value={value ?? ''}
        onChange={({ target }) => {
          const chosen = choices.find((choice) => choice.value === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {value === null && <option value="">{text}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  );
}
