import { Arrow, Content, Portal, Provider, Root, Trigger } from 'radix-ui/tooltip';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import styles from './tooltip.module.css';

/** Mounted once around the app. A tooltip opens after 700 ms, the next one within 300 ms at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

export interface TooltipProps {
  /** Additional information; never the only place for it. */
  text: string;
  /** One focusable element that takes a `ref`. */
  children: ReactElement;
}

/**
 * A text beside an element on hover and focus. On touch a tap opens it and the next tap anywhere closes
 * it. Scrolling closes it on hover but not on focus, which may itself have scrolled the page. Escape and
 * a click close it.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  /** During a tap: whether the tooltip was open before. */
  const tapped = useRef<{ open: boolean } | null>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const sentAway = useRef(false);

  function change(next: boolean): void {
    const focused = trigger.current?.matches(':focus-visible') ?? false;
    if (next || sentAway.current || !focused) setOpen(next);
    sentAway.current = false;
  }

  return (
    <Root open={open} onOpenChange={change}>
      <Trigger
        asChild
        ref={trigger}
        onPointerDownCapture={sendAway}
        onClickCapture={sendAway}
        onPointerDown={({ pointerType }) => {
          tapped.current = pointerType === 'touch' ? { open } : null;
        }}
        onClick={(event) => {
          if (!tapped.current) return;
          // Otherwise the click would close it.
          event.preventDefault();
          setOpen(!tapped.current.open);
        }}
      >
        {children}
      </Trigger>
      <Portal>
        <Content
          className={styles.tip}
          sideOffset={6}
          collisionPadding={8}
          hideWhenDetached
          onEscapeKeyDown={sendAway}
        >
          {text}
          <Arrow className={styles.arrow} />
        </Content>
      </Portal>
    </Root>
  );

  function sendAway(): void {
    sentAway.current = open;
  }
}
