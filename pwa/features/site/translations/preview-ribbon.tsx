import { lazyExtra } from '#pwa/ui/lazy.tsx';
import { useTextPreview } from './preview-store.ts';

// The page of the translations fetches it before the first preview.
const PreviewBar = lazyExtra(() => import('./preview-bar.tsx'), 'PreviewBar');

/**
 * Tells on every page which languages have texts that are edited in this tab only, and on the public page that a tap
 * changes a text.
 *
 * @param onDone called when the person has changed enough texts where they stand
 */
export function PreviewRibbon({ onDone }: { onDone: () => void }) {
  const { edited, tapping } = useTextPreview();
  return (tapping || edited.length > 0) && <PreviewBar onDone={onDone} />;
}
