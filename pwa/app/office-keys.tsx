import { useEffect, useState } from 'react';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { followShortcuts, TYPED } from '#pwa/ui/shortcuts.ts';

const Palette = lazyWindow(
  async () => (await import('./palette.tsx')).Palette,
  ({ onClose }) => onClose(),
);
const KeysSheet = lazyWindow(
  async () => (await import('./keys-sheet.tsx')).KeysSheet,
  ({ onClose }) => onClose(),
);

/** The keys of the back office: Ctrl+K or Cmd+K for search and commands, ? for all of them. */
export function OfficeKeys() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useEffect(followShortcuts, []);
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.altKey || document.querySelector('[role$="dialog"]')) return;
      const isCommand = event.ctrlKey || event.metaKey;
      const isTyping = event.target instanceof Element && event.target.closest(TYPED);
      if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        setOpen('palette');
      } else if (event.key === '?' && !isCommand && !isTyping) {
        setOpen('keys');
      }
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const close = () => setOpen(null);
  if (open === 'palette') return <Palette onClose={close} onKeys={() => setOpen('keys')} />;
  return open && <KeysSheet onClose={close} />;
}
