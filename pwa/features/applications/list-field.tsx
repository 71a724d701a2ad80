import { type ReactNode, useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { ControlError } from '#pwa/ui/fields/control-frame.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { plusIcon } from '#pwa/ui/icons/icons.ts';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import styles from './list-field.module.css';

interface ListFieldProps<Item> {
  title: string;
  /** A heading says the title already. */
  isTitled?: boolean;
  /** The items as they are being typed. */
  items: readonly Item[];
  /** A new item. */
  blank: Item;
  isBlank: (item: Item) => boolean;
  onChange: (items: readonly Item[]) => void;
  /** The error of the list, unless it is shown at an item. */
  error: string | undefined;
  /** A blank item is there. */
  autoFocus: boolean;
  most?: number;
  /** The class of an item with its controls. */
  className: string | undefined;
  labels: { item: (number: number) => string; remove: (number: number) => string; add: string };
  /** The controls of an item; a new one has the focus. */
  children: (item: Item, set: (values: Partial<Item>) => void, isNew: boolean) => ReactNode;
}

/** A list of items that are typed in, with the ways to add and to remove one. */
export function ListField<Item extends object>({
  title,
  isTitled,
  items: typed,
  blank,
  isBlank,
  onChange,
  error,
  autoFocus,
  most = Number.POSITIVE_INFINITY,
  className,
  labels,
  children,
}: ListFieldProps<Item>) {
  const [isAsked, setAsked] = useState(autoFocus);
  const items = typed.length === 0 && isAsked ? [blank] : typed;

  return (
    <fieldset className={styles.list}>
      <legend className={isTitled ? 'visually-hidden' : styles.legend}>{title}</legend>
      {items.map((item, index) => {
        const set = (values: Partial<Item>) =>
          onChange(items.map((one, at) => (at === index ? { ...one, ...values } : one)));
        const isNew = isAsked && index === items.length - 1 && isBlank(item);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that an item is known by
          <fieldset key={index} className={classNames(styles.item, className)}>
            <legend className="visually-hidden">{labels.item(index + 1)}</legend>
            {children(item, set, isNew)}
            <IconButton
              className={styles.remove}
              icon={closeIcon}
              label={labels.remove(index + 1)}
              onClick={() => {
                setAsked(false);
                onChange(items.filter((_, at) => at !== index));
              }}
            />
          </fieldset>
        );
      })}
      <ControlError id={title} error={error} />
      {items.length < most && (
        <Button
          variant="secondary"
          icon={plusIcon}
          onClick={() => {
            setAsked(true);
            if (items.length > 0) onChange([...items, blank]);
          }}
        >
          {labels.add}
        </Button>
      )}
    </fieldset>
  );
}
