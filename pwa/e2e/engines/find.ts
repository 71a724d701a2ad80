/** What a person looks for on a page. Texts match where they are contained, a `name` where it is equal. */
export interface Wanted {
  role?: 'button' | 'dialog' | 'heading' | 'link' | 'tab' | 'textbox';
  /** The accessible name of an element with this role. */
  name?: string;
  label?: string;
  text?: string;
  css?: string;
}

/**
 * The last visible element that fits, because a dialog stands after the page. Runs in the page: it may
 * use nothing from outside.
 */
export function find({ role, name, label, text, css }: Wanted): Element | null {
  const ROLES = {
    button: 'button, [role=button]',
    dialog: 'dialog[open], [role=dialog], [role=alertdialog]',
    heading: 'h1, h2, h3, h4',
    link: 'a[href]',
    tab: '[role=tab]',
    textbox: 'textarea, input:not([type=checkbox], [type=radio], [type=hidden])',
  };
  const plain = (words: string | null | undefined) => (words ?? '').replace(/\s+/g, ' ').trim();
  const contains = (element: Element) => plain(element.textContent).includes(text ?? '');
  const nameOf = (element: Element) => {
    const by = element.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? [...(element.labels ?? [])]
        : [];
    const parts = by.length > 0 ? by.map((id) => document.getElementById(id)) : labels;
    const words = parts.map((part) => part?.textContent).join(' ');
    return plain(element.getAttribute('aria-label') ?? (words || element.textContent));
  };
  const isVisible = (element: Element) =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden=true], script, style') === null;

  const kind = role ?? (label === undefined ? undefined : 'textbox');
  const selector = css ?? (kind ? ROLES[kind] : '*');
  const fitting = [...document.body.querySelectorAll(selector)].filter(
    (element) =>
      (name === undefined || nameOf(element) === name) &&
      (label === undefined || nameOf(element).startsWith(label)) &&
      (text === undefined ||
        (contains(element) && (selector !== '*' || ![...element.children].some(contains)))) &&
      isVisible(element),
  );
  return fitting.at(-1) ?? null;
}
