/**
 * Programs that change a page from outside, as functions for the page: they may use nothing from outside but their
 * arguments. Each goes on while the page changes.
 */

/**
 * Translates a page as a browser does: the words stay, and end with a dot. `chrome` replaces each text by two elements,
 * `safari` by two texts; both take the first text away. `extension` moves it into an element.
 */
export function translate(how: 'chrome' | 'safari' | 'extension'): void {
  const own = new WeakSet<Node>();
  const isOwn = (text: Text) => own.has(text) || text.parentElement?.closest('font') != null;
  const replace = (text: Text) => {
    const words = text.data.trim();
    if (!words || isOwn(text) || text.parentElement?.closest('script, style, textarea, noscript')) {
      return;
    }
    const translated = `${text.data.trimEnd()}·`;
    if (how === 'safari') {
      const half = Math.ceil(translated.length / 2);
      const parts = [translated.slice(0, half), translated.slice(half)].map(
        (part) => new Text(part),
      );
      for (const part of parts) own.add(part);
      const { parentNode, nextSibling } = text;
      text.remove();
      for (const part of parts) parentNode?.insertBefore(part, nextSibling);
      return;
    }
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
    outer.append(inner);
    text.replaceWith(outer);
    if (how === 'extension') text.data = translated;
    inner.append(how === 'extension' ? text : translated);
  };
  const translateIn = (node: Node) => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    if (node instanceof Text) texts.push(node);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    texts.forEach(replace);
  };
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      for (const node of [target, ...addedNodes]) {
        if (node.isConnected && (node !== target || node instanceof Text)) translateIn(node);
      }
    }
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
  document.documentElement.classList.add('translated-ltr');
  translateIn(document.body);
}

/**
 * Adds to a page as extensions do. Of two kinds of password manager one puts icons beside the fields and marks on them
 * (`icons`); the other has an element of its own at the end of the page and fills in what it knows (`overlay`). Others
 * put elements around those of a form (`forms`); a writing assistant wraps text areas (`texts`).
 */
export function extend(what: 'icons' | 'overlay' | 'forms' | 'texts'): void {
  const kinds = { icons: 'form input', overlay: 'form input', forms: 'form', texts: 'textarea' };
  const overlay = document.createElement('com-manager-menu');
  overlay.attachShadow({ mode: 'closed' }).append('Fill in');
  overlay.popover = 'manual';
  const add = (element: HTMLElement) => {
    if (what === 'forms') {
      element.append(document.createElement('div'));
      element.prepend(document.createElement('div'));
    } else if (what === 'icons') {
      element.setAttribute('data-form-type', 'contact');
      element.closest('form')?.setAttribute('data-form-type', 'contact');
      element.style.backgroundImage = 'url("data:image/png;base64,")';
      element.setAttribute('autocomplete', 'off');
      const icon = document.createElement('div');
      icon.style.cssText = 'position: relative !important; height: 0 !important';
      icon.attachShadow({ mode: 'open' }).append('Fill in');
      element.after(icon);
      const [label] = (element as HTMLInputElement).labels ?? [];
      label?.append(document.createElement('com-manager-mark'));
    } else if (what === 'overlay') {
      element.style.setProperty('animation', 'none', 'important');
      if (!element.matches('[type=email]') || (element as HTMLInputElement).value) return;
      // As in the world of an extension, which knows no setter of the page's scripts.
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(element, 'player@example.com');
      element.setAttribute('data-com-manager-filled', 'light');
      for (const type of ['keydown', 'keyup', 'input', 'change']) {
        const event = type.startsWith('key') ? KeyboardEvent : Event;
        element.dispatchEvent(new event(type, { bubbles: true }));
      }
    } else {
      element.setAttribute('spellcheck', 'false');
      const mirror = document.createElement('div');
      mirror.contentEditable = 'true';
      mirror.style.cssText =
        'position: absolute; pointer-events: none; height: 0; overflow: hidden';
      const wrapper = document.createElement('assistant-extension');
      wrapper.append(mirror);
      element.before(wrapper);
      element.parentElement?.append(document.createElement('assistant-button'));
    }
  };
  const look = () => {
    // Above whatever comes to the page later.
    if (what === 'overlay' && document.body.lastElementChild !== overlay) {
      document.body.append(overlay);
    }
    for (const element of document.querySelectorAll<HTMLElement>(kinds[what])) {
      if (element.dataset.extended) continue;
      element.dataset.extended = what;
      add(element);
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}
