import { useEffect, useRef, useState } from 'react';
import { undoLast } from '#pwa/features/changes/undoable.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { followShortcuts, TYPED, WINDOW } from '#pwa/ui/shortcuts.ts';

const Palette = lazyWindow(
  () => import('./palette.tsx'),
  'Palette',
  ({ onClose }) => onClose(),
);
const KeysSheet = lazyWindow(
  () => import('./keys-sheet.tsx'),
  'KeysSheet',
  ({ onClose }) => onClose(),
);

/** The keys of the back office: Ctrl or ⌘ with K for search and commands, with Z for Undo; ? for all of them. */
export function OfficeKeys() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  /** The letters typed between the request for the palette and its arrival. */
  const typed = useRef('');
  useEffect(followShortcuts, []);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.altKey || document.querySelector(WINDOW)) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const isTyping = event.target instanceof Element && event.target.closest(TYPED);
      if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        typed.current = '';
        setOpen('palette');
      } else if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'z' && !isTyping) {
        event.preventDefault();
        undoLast();
      } else if (event.key === '?' && !isCommand && !isTyping) {
        setOpen('keys');
      }
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  useEffect(() => {
    if (open !== 'palette') return;
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
  }, [open]);
  const close = () => setOpen(null);
  if (open === 'palette') {
    return <Palette typed={typed} onClose={close} onKeys={() => setOpen('keys')} />;
  }
  return open && <KeysSheet onClose={close} />;
}
