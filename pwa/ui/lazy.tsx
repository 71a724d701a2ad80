import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { lazyPart, lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { onReturn } from '#pwa/lib/on-return.ts';
import { LazyPageNotice, LazyWindowNotice } from './lazy-notice.tsx';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** The load state of a lazy component. */
interface LoadState<Props> {
  Component: ComponentType<Props> | null;
  isLoading: boolean;
  /** Failed loads so far. */
  failures: number;
}

/**
 * A lazy window over the page, such as a dialog or a sheet. Its code is fetched when the page is idle,
 * or at the first render; one that is there opens at once, and takes the next key. A small window shows the
 * loading state; after a failed load it gives the reason and retries on request or when the connection
 * returns. The page behind keeps its state and typed text.
 *
 * @param close closes the window in its owner's state
 * @param isOpen for windows that are also rendered while closed
 */
export function lazyWindow<Props extends object>(
  load: Load<Props>,
  close: (props: Props) => void,
  isOpen: (props: Props) => boolean = () => true,
): (props: Props) => ReactNode {
  const lazy = new LazyComponent(load, lazyPartAhead);
  return (props) => {
    const { Component, isLoading, failures } = useLazy(lazy);
    if (Component) return <Component {...props} />;
    if (!isOpen(props)) return null;
    const failed = failures > 0 && !isLoading;
    return <LazyWindowNotice failed={failed} onRetry={lazy.load} onClose={() => close(props)} />;
  };
}

/**
 * A lazy page of the router, or a tab of one. After a failed load a notice with a retry takes its place and the rest of
 * the screen stays. Unlike the router's own lazy routes it never reloads by itself: without a
 * connection a reload would leave an empty screen.
 *
 * @param inTime `lazyPartAhead` for a page that the first screen leads to: without a signal a record opens in
 * 45 ms for the first time, too, instead of 100
 */
export function lazyPage<Props extends object>(
  load: Load<Props>,
  inTime: typeof lazyPart = lazyPart,
): ((props: Props) => ReactNode) & { preload: () => Promise<void> } {
  const lazy = new LazyComponent(load, inTime);
  const page = (props: Props): ReactNode => {
    const { Component, isLoading, failures } = useLazy(lazy);
    if (Component) return <Component {...props} />;
    return <LazyPageNotice isLoading={isLoading} failures={failures} onRetry={lazy.load} />;
  };
  return Object.assign(page, { preload: lazy.load });
}

/** A lazy component that opens by itself: it renders nothing until its code has loaded. */
export function lazyExtra<Props extends object>(load: Load<Props>): (props: Props) => ReactNode {
  const lazy = new LazyComponent(load, lazyPart);
  return (props) => {
    const { Component } = useLazy(lazy);
    return Component && <Component {...props} />;
  };
}

/** A lazy component with one load state for all places that show it. */
class LazyComponent<Props> {
  #state: LoadState<Props> = { Component: null, isLoading: false, failures: 0 };
  readonly #part: Load<Props>;
  readonly #watchers = new Set<() => void>();

  /** @param inTime says when `load` runs, and gives its result */
  constructor(load: Load<Props>, inTime: (load: Load<Props>) => Load<Props>) {
    this.#part = inTime(async () => {
      const Component = await load();
      this.#set({ Component });
      return Component;
    });
  }

  /** Loads the code unless it is loaded or loading. Never throws. */
  readonly load = async (): Promise<void> => {
    if (this.#state.Component || this.#state.isLoading) return;
    this.#set({ isLoading: true });
    try {
      await this.#part();
      this.#set({ isLoading: false });
    } catch (error) {
      console.warn(error);
      this.#set({ isLoading: false, failures: this.#state.failures + 1 });
    }
  };

  readonly state = (): LoadState<Props> => this.#state;

  readonly watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  };

  #set(change: Partial<LoadState<Props>>): void {
    this.#state = { ...this.#state, ...change };
    for (const watcher of this.#watchers) watcher();
  }
}

function useLazy<Props>(lazy: LazyComponent<Props>): LoadState<Props> {
  useEffect(() => {
    void lazy.load();
    return onReturn(() => void lazy.load());
  }, [lazy]);
  return useSyncExternalStore(lazy.watch, lazy.state);
}
