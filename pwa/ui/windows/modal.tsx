import { Close, Content, Description, Overlay, Portal, Root, Title } from 'radix-ui/dialog';
import { type CSSProperties, type ReactNode, useEffect } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { IconButton } from '#pwa/ui/icons/icon-button.tsx';
import { closeIcon } from '#pwa/ui/icons/site-icons.ts';
import { dismissToasts } from '#pwa/ui/toasts/toast-store.ts';
import { escapeCloses } from './escape-closes.ts';
import styles from './modal.module.css';
import { useOpenWindow } from './open-windows.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface ModalProps {
  /** The heading, and the name for assistive technology. */
  title: string;
  /** One sentence under the heading. */
  description?: string | undefined;
  open?: boolean;
  /** Its request is in flight: it cannot be closed. */
  busy?: boolean;
  /** The person closes it by the cross, Esc or a click outside. */
  onClose: () => void;
  children: ReactNode;
}

/** The base of Dialog and Sheet; use those. Traps the focus and returns it on closing. The toast goes. */
export function Modal({
  title,
  description,
  open = true,
  busy,
  onClose,
  look,
  style,
  children,
}: ModalProps & { look: 'dialog' | 'sheet'; style?: CSSProperties }) {
  const { t } = useText();
  const focus = useReturnFocus(open);
  const close = () => {
    if (!busy) onClose();
  };
  useOpenWindow(open, close);
  useEffect(() => {
    if (open) dismissToasts();
  }, [open]);
  return (
    <Root open={open} onOpenChange={close}>
      <Portal>
        <Overlay className={styles.scrim} />
        <Content
          className={styles[look]}
          data-beside={style && true}
          style={style}
          {...focus}
          onKeyDown={escapeCloses(close)}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className={styles.head}>
            <Title className={styles.title}>{title}</Title>
            {description && <Description className={styles.description}>{description}</Description>}
          </header>
          <div className={styles.body}>{children}</div>
          {/* Last in order: the focus starts in the content. */}
          <Close asChild>
            <IconButton icon={closeIcon} label={t('common.close')} className={styles.close} />
          </Close>
        </Content>
      </Portal>
    </Root>
  );
}
