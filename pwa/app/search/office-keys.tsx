import { useEffect, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { undoLast } from '#pwa/features/changes/undoable.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { followShortcuts, TYPED, WINDOW } from '#pwa/ui/shortcuts.ts';
import { closeSearch, openSearch, typed, useSearchWindow } from './search-window.ts';

const Palette = lazyWindow(() => import('./palette.tsx'), 'Palette');
const KeysSheet = lazyWindow(() => import('./keys-sheet.tsx'), 'KeysSheet');

/**
 * The keys of the back office: Ctrl or ⌘ with K for search and commands, with Z for Undo; ? for all of them. A link to
 * the search opens it over the page, too.
 */
export function OfficeKeys() {
  const { isOpen } = useSearchWindow();
  const [showsKeys, setShowsKeys] = useState(false);
  useEffect(followShortcuts, []);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.altKey || document.querySelector(WINDOW)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const isTyping = event.target instanceof Element && event.target.closest(TYPED);
      if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        openSearch();
      } else if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'z' && !isTyping) {
        event.preventDefault();
        undoLast();
      } else if (event.key === '?' && !isCommand && !isTyping) {
        setShowsKeys(true);
      }
    }
    function click(event: MouseEvent): void {
      const { target, button } = event;
      if (button > 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(target instanceof Element && target.closest(`a[href="${APP_PATHS.search}"]`))) return;
      event.preventDefault();
      openSearch();
    }
    window.addEventListener('keydown', press);
    window.addEventListener('click', click, true);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('click', click, true);
    };
  }, []);
  useEffect(() => {
    if (!isOpen) return;
    function keep(event: KeyboardEvent): void {
      const { key } = event;
      if (document.querySelector('[role$="dialog"], dialog [role="alert"]')) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    }
    window.addEventListener('keydown', keep, true);
    return () => window.removeEventListener('keydown', keep, true);
  }, [isOpen]);
  if (isOpen) {
    return <Palette onClose={closeSearch} onKeys={() => setShowsKeys(true)} />;
  }
  return showsKeys && <KeysSheet onClose={() => setShowsKeys(false)} />;
}
