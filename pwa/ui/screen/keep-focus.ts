import { headingAbove } from './heading-above.ts';

/**
 * Keeps the focus where the person works, when an act takes away or disables the button that was pressed: browsers
 * leave it at `<body>`, the start of the page for the Tab key and screen readers. It goes to the next row, else to the
 * one before, else to the row itself, else to the heading above. A window (a portal outside of `page`) looks after its
 * own focus.
 *
 * @returns stops it
 */
export function keepFocus(page: HTMLElement): () => void {
  let focused = document.activeElement;
  let address = location.pathname;
  function note({ target }: FocusEvent): void {
    focused = target instanceof Element ? target : null;
    address = location.pathname;
  }
  const observer = new MutationObserver((changes) => {
    const lost = focused;
    if (!lost || !isNowhere(lost)) return;
    const change = changes.find((each) => takes(each, lost));
    if (!change) return;
    focused = null;
    // A navigation has a place of its own.
    if (address === location.pathname) placeNear(change)?.focus({ preventScroll: true });
  });
  page.addEventListener('focusin', note);
  observer.observe(page, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    page.removeEventListener('focusin', note);
    observer.disconnect();
  };
}

const ROW = 'li, tr, [role="row"]';
const PRESSABLE = 'a[href], button:not(:disabled)';

/** Whether nothing has the focus. A button that is just being disabled still seems to have it. */
function isNowhere(lost: Element): boolean {
  const { activeElement } = document;
  const isGone = !lost.isConnected || lost.matches(':disabled');
  return isGone && (!activeElement || activeElement === document.body || activeElement === lost);
}

function takes({ type, target, removedNodes }: MutationRecord, lost: Element): boolean {
  // A field may be disabled for a moment, while its form is sent.
  if (type === 'attributes') return target === lost && lost.matches('button');
  return [...removedNodes].some((node) => node.contains(lost));
}

function placeNear({ target, removedNodes, nextSibling, previousSibling }: MutationRecord) {
  const [removed] = removedNodes;
  const isRow = removed instanceof Element && removed.matches(ROW);
  const rows = isRow
    ? [elementAt(nextSibling, 'next'), elementAt(previousSibling, 'previous')]
    : [];
  const row = target instanceof Element ? target.closest(ROW) : null;
  for (const near of [...rows, row]) {
    const place = near?.querySelector<HTMLElement>(PRESSABLE);
    if (place) return place;
  }
  return headingAbove(target);
}

function elementAt(from: Node | null, direction: 'next' | 'previous'): Element | null {
  let node = from;
  while (node && !(node instanceof Element)) node = node[`${direction}Sibling`];
  return node;
}
