import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { latePart, latePartAhead, onReturn } from '#pwa/lib/late-part.ts';
import { LatePlace, LateWindow } from './late-notice.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** What is known of a late component: its code, whether it is coming, how often it did not come. */
interface Known<Props> {
  Component: ComponentType<Props> | null;
  coming: boolean;
  failures: number;
}

/**
 * A window over the page, such as a dialog or a sheet, whose code comes late: when the page is at
 * rest, or else when it is first rendered. Until it is there a small window says so; when it cannot
 * be fetched, that one says why, and tries again when asked or when the link is back. The page behind
 * stays as it is, with all that was typed.
 *
 * @param close what closing the window means to its owner
 * @param isOpen for windows that are rendered while they are closed, too
 */
export function lateWindow<Props extends object>(
  load: Load<Props>,
  close: (props: Props) => void,
  isOpen: (props: Props) => boolean = () => true,
): (props: Props) => ReactNode {
  const late = new LateComponent(latePartAhead(load));
  return (props) => {
    const { Component, coming, failures } = useLate(late);
    if (Component) return <Component {...props} />;
    if (!isOpen(props)) return null;
    const failed = failures > 0 && !coming;
    return <LateWindow failed={failed} onRetry={late.ask} onClose={() => close(props)} />;
  };
}

/**
 * A page of the router whose code comes late. When it cannot be fetched, its place says why and how
 * to go on, and everything around it stays. Unlike the router's own it never reloads by itself, which
 * without a link would leave nothing on the screen.
 */
export function latePage(load: Load<object>): (() => ReactNode) & { preload: () => Promise<void> } {
  const late = new LateComponent(latePart(load));
  const page = (): ReactNode => {
    const { Component, coming, failures } = useLate(late);
    if (Component) return <Component />;
    return <LatePlace coming={coming} failures={failures} onRetry={late.ask} />;
  };
  return Object.assign(page, { preload: late.ask });
}

/** A part that nobody opens by hand: nothing stands in its place until it is there. */
export function lateExtra<Props extends object>(load: Load<Props>): (props: Props) => ReactNode {
  const late = new LateComponent(latePart(load));
  return (props) => {
    const { Component } = useLate(late);
    return Component && <Component {...props} />;
  };
}

/** A component whose code comes late, shared by all places that show it. */
class LateComponent<Props> {
  #known: Known<Props> = { Component: null, coming: false, failures: 0 };
  readonly #part: Load<Props>;
  readonly #watchers = new Set<() => void>();

  constructor(part: Load<Props>) {
    this.#part = part;
  }

  /** Asks for the code, unless it is there or coming. Never throws. */
  readonly ask = async (): Promise<void> => {
    if (this.#known.Component || this.#known.coming) return;
    this.#know({ coming: true });
    try {
      this.#know({ Component: await this.#part(), coming: false });
    } catch (error) {
      console.warn(error);
      this.#know({ coming: false, failures: this.#known.failures + 1 });
    }
  };

  readonly known = (): Known<Props> => this.#known;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  #know(change: Partial<Known<Props>>): void {
    this.#known = { ...this.#known, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

function useLate<Props>(late: LateComponent<Props>): Known<Props> {
  useEffect(() => {
    void late.ask();
    return onReturn(() => void late.ask());
  }, [late]);
  return useSyncExternalStore(late.watch, late.known);
}
