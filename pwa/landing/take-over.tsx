import { type ReactNode, useLayoutEffect, useState } from 'react';

interface TakeOverProps {
  root: Element;
  /** The page as it was prerendered in `root`. */
  page: Element;
  children: ReactNode;
}

/**
 * Keeps what a visitor is doing while the page comes to life. React keeps the prerendered elements if it finds them as
 * they were. If a translation, a password manager or another program has changed them, React makes all of them anew:
 * they get values, focus, selection and styles of the old ones before the next frame, and an open menu stays open.
 */
export function TakeOver({ root, page, children }: TakeOverProps) {
  // Read while React renders: the old elements leave the document before any effect.
  const [before] = useState(() => {
    const focused = document.activeElement as Control | null;
    const rules = page.querySelector('link')?.sheet?.cssRules ?? [];
    const hasPopovers = CSS.supports('selector(:popover-open)');
    const menu = hasPopovers ? page.querySelector<HTMLElement>(':popover-open') : null;
    return { focused, start: focused?.selectionStart, end: focused?.selectionEnd, rules, menu };
  });

  useLayoutEffect(() => {
    if (page.isConnected) return;
    const { focused, start, end, rules, menu } = before;
    const style = document.createElement('style');
    style.textContent = [...rules].map(({ cssText }) => cssText).join('');
    document.head.append(style);
    for (const old of page.querySelectorAll<Control>('[name]')) {
      const { value, checked } = old;
      Object.assign(successor(old, page, root) ?? {}, { value, checked });
    }
    if (menu) successor(menu, page, root)?.showPopover();
    const now = focused && successor(focused, page, root);
    now?.focus({ preventScroll: true });
    // Null in a control without a selection.
    if (start != null) now?.setSelectionRange(start, end ?? null);
  }, [root, page, before]);

  return children;
}

type Control = HTMLInputElement;

/** The element of `root` that has taken the place of one of `page`; that one itself if it is still there. */
export function successor<Kind extends Element>(old: Kind, page: Element, root: Element) {
  if (old.isConnected) return old;
  const name = old.getAttribute('name');
  const alike = (place: Element): ArrayLike<Element> =>
    name ? place.querySelectorAll(`[name=${name}]`) : place.getElementsByClassName(old.className);
  return alike(root)[[].indexOf.call(alike(page), old as never)] as Kind | undefined;
}
