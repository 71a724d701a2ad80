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

/** Puts its buttons into a form as password managers do: into labels, behind controls, and at the end. */
export function managePasswords(): void {
  const look = () => {
    for (const control of document.querySelectorAll<HTMLInputElement>(
      'form input:not([data-pm])',
    )) {
      control.dataset.pm = 'on';
      control.setAttribute('data-lpignore', 'false');
      const button = document.createElement('com-manager-root');
      button.attachShadow({ mode: 'open' }).append('Fill in');
      control.after(button);
      control.labels?.[0]?.append(document.createElement('com-manager-mark'));
    }
    for (const form of document.querySelectorAll('form:not([data-pm-form])')) {
      form.setAttribute('data-pm-form', 'contact');
      form.append(document.createElement('div'));
      form.prepend(document.createElement('div'));
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}

/** Lays a mirror over each text area and wraps it, as writing assistants do. */
export function assistWriting(): void {
  const look = () => {
    for (const area of document.querySelectorAll('textarea:not([data-assisted])')) {
      area.setAttribute('data-assisted', 'true');
      area.setAttribute('spellcheck', 'false');
      const mirror = document.createElement('div');
      mirror.contentEditable = 'true';
      mirror.style.cssText =
        'position: absolute; pointer-events: none; height: 0; overflow: hidden';
      const wrapper = document.createElement('assistant-extension');
      wrapper.append(mirror);
      area.before(wrapper);
      area.parentElement?.append(document.createElement('assistant-button'));
    }
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  look();
}
