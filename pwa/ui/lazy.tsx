import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  useEffect,
  useSyncExternalStore,
} from 'react';
import { lazyPart, lazyPartAhead } from '#pwa/lib/lazy-part.ts';
import { onReturn } from '#pwa/lib/on-return.ts';
import { LazyPageNotice, LazyWindowNotice } from './lazy-notice.tsx';

// biome-ignore lint/suspicious/noExplicitAny: the props follow from the component of this name
type Windows<Name extends string> = Record<Name, ComponentType<any>>;

/** Imports the module that exports the component under this name. */
type Load<Name extends string, Props> = () => Promise<{ [part in Name]: ComponentType<Props> }>;

/** A window without `onClose` must say how it is closed. */
type Close<Props> = Props extends { onClose: () => void }
  ? [close?: (props: Props) => void, inTime?: typeof lazyPart]
  : [close: (props: Props) => void, inTime?: typeof lazyPart];

/** The load state of a lazy component. */
interface LoadState<Props extends object> {
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
 * @param close closes the window in its owner's state; by default its `onClose`
 * @param inTime `lazyPartFirst` for a window that the first rows need
 */
export function lazyWindow<Name extends string, Module extends Windows<Name>>(
  load: () => Promise<Module>,
  name: Name,
  ...[close = callOnClose, inTime = lazyPartAhead]: Close<ComponentProps<Module[Name]>>
): (props: ComponentProps<Module[Name]>) => ReactNode {
  const lazy = new LazyComponent<Name, ComponentProps<Module[Name]>>(load, name, inTime);
  return (props) => {
    const { Component, isLoading, failures } = useLazy(lazy);
    if (Component) return <Component {...props} />;
    const failed = failures > 0 && !isLoading;
    return <LazyWindowNotice failed={failed} onRetry={lazy.load} onClose={() => close(props)} />;
  };
}

/** A lazy bar beside a page that takes keys meanwhile: nothing shows while it loads, a window after a failed load. */
export function lazyBar<Name extends string, Module extends Windows<Name>>(
  load: () => Promise<Module>,
  name: Name,
  close: (props: ComponentProps<Module[Name]>) => void,
): (props: ComponentProps<Module[Name]>) => ReactNode {
  const lazy = new LazyComponent<Name, ComponentProps<Module[Name]>>(load, name, lazyPartAhead);
  return (props) => {
    const { Component, isLoading, failures } = useLazy(lazy);
    if (Component) return <Component {...props} />;
    if (failures === 0 || isLoading) return null;
    return <LazyWindowNotice failed onRetry={lazy.load} onClose={() => close(props)} />;
  };
}

function callOnClose({ onClose }: { onClose?: () => void }): void {
  onClose?.();
}

/**
 * A lazy page of the router, or a tab of one. After a failed load a notice with a retry takes its place and the rest of
 * the screen stays. Unlike the router's own lazy routes it never reloads by itself: without a
 * connection a reload would leave an empty screen.
 *
 * @param inTime `lazyPartAhead` for a page that the first screen leads to: without a signal a record opens in
 * 45 ms for the first time, too, instead of 100
 */
export function lazyPage<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
  inTime: typeof lazyPart = lazyPart,
): ((props: Props) => ReactNode) & { preload: () => Promise<void> } {
  const lazy = new LazyComponent(load, name, inTime);
  const page = (props: Props): ReactNode => {
    const { Component, isLoading, failures } = useLazy(lazy);
    if (Component) return <Component {...props} />;
    return <LazyPageNotice isLoading={isLoading} failures={failures} onRetry={lazy.load} />;
  };
  return Object.assign(page, { preload: lazy.load });
}

/** A lazy component that opens by itself: it renders nothing until its code has loaded. */
export function lazyExtra<Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
): (props: Props) => ReactNode {
  const lazy = new LazyComponent(load, name, lazyPart);
  return (props) => {
    const { Component } = useLazy(lazy);
    return Component && <Component {...props} />;
  };
}

/** A lazy component with one load state for all places that show it. */
class LazyComponent<Name extends string, Props extends object> {
  #state: LoadState<Props> = { Component: null, isLoading: false, failures: 0 };
  readonly #part: () => Promise<unknown>;
  readonly #watchers = new Set<() => void>();

  /** @param inTime says when `load` runs, and gives its result */
  constructor(load: Load<Name, Props>, name: Name, inTime: typeof lazyPart) {
    this.#part = inTime(async () => this.#set({ Component: (await load())[name] }));
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

function useLazy<Props extends object>(lazy: LazyComponent<string, Props>): LoadState<Props> {
  useEffect(() => {
    void lazy.load();
    return onReturn(() => void lazy.load());
  }, [lazy]);
  return useSyncExternalStore(lazy.watch, lazy.state);
}
