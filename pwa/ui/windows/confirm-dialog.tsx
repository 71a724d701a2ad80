import { Cancel, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/alert-dialog';
import type { ReactNode } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Button } from '#pwa/ui/button.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './confirm-dialog.module.css';
import { escapeCloses } from './escape-closes.ts';
import modal from './modal.module.css';
import { useOpenWindow } from './open-windows.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface ConfirmDialogProps {
  /** The question, in full. */
  title: string;
  /** The consequence of confirming. */
  description?: ReactNode;
  /** The text of the confirming button, for example 'Delete'. */
  confirmLabel: string;
  /** The text of the other button; 'Cancel' by default. */
  cancelLabel?: string | undefined;
  /** `danger` (the default) for actions that cannot be undone. */
  variant?: 'danger' | 'primary' | 'secondary' | undefined;
  /** The confirmed action is in flight: it cannot be closed. */
  busy?: boolean | undefined;
  open?: boolean;
  /** The person has cancelled. */
  onClose: () => void;
  /** The dialog stays open until its owner sets `open` to false. */
  onConfirm: () => void;
  /** Another action, for example 'Deactivate instead'. */
  children?: ReactNode;
}

/** A confirmation. Cancel has the focus; a click outside does not close it. */
export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  cancelLabel,
  variant = 'danger',
  busy,
  open = true,
  onClose,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const { t } = useText();
  const focus = useReturnFocus(open);
  const close = () => {
    if (!busy) onClose();
  };
  useOpenWindow(open, close);
  return (
    <Root open={open} onOpenChange={close}>
      <Portal>
        <Overlay className={modal.scrim} />
        <Content
          className={modal.dialog}
          {...focus}
          onKeyDown={escapeCloses(close)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className={styles.body}>
            <Title className={modal.title}>{title}</Title>
            {description && (
              <Description asChild>
                <div className={primitives.soft}>{description}</div>
              </Description>
            )}
            {children}
            <div className={styles.actions}>
              <Cancel asChild>
                <Button variant="secondary">{cancelLabel ?? t('common.cancel')}</Button>
              </Cancel>
              <Button variant={variant} busy={busy} onClick={onConfirm}>
                {confirmLabel}
              </Button>
            </div>
          </div>
        </Content>
      </Portal>
    </Root>
  );
}
