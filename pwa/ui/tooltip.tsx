import { Arrow, Content, Portal, Provider, Root, Trigger } from 'radix-ui/tooltip';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import styles from './tooltip.module.css';

/** Put around the app once: a tooltip opens after 700 ms, the next one within 300 ms at once. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Provider>
  );
}

export interface TooltipProps {
  /** The words; more about something, never the only way to learn it. */
  text: string;
  /** One element that can have the focus and takes a `ref`. */
  children: ReactElement;
}

/**
 * Words beside an element while the pointer rests on it or it has the focus. A finger cannot rest: its
 * tap shows them, and the next one anywhere takes them away. A page that scrolls takes them away from
 * a pointer, but not from the focus, which has made it scroll; Escape does, and a press.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  /** Of a press by a finger: whether the words stood there before. */
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
          // Else the press would close them.
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
