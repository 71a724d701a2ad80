import { useEffect, useState } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { languageName } from '#pwa/i18n/language-names.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useAuth } from '#pwa/session/auth-provider.tsx';
import { Button } from '#pwa/ui/button.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import type { Edits, Entry } from './entries.ts';
import styles from './tap-to-edit.module.css';
import { tappedTexts } from './tapped-texts.ts';
import { applyPreview } from './text-preview.ts';
import { TranslationField } from './translation-field.tsx';
import { keepTexts } from './use-edits.ts';
import { readEntries } from './use-entries.ts';

/** The public page, whose menus keep working: another language is edited in that language. */
const PAGE = '#top';
const MENUS = '[popovertarget], a[hreflang]';
/** How many elements around the tapped words may hold the whole text. */
const AROUND = 3;

/** Texts of the public page that were tapped, in the language in which they stood there. */
interface Tapped {
  language: Language;
  entries: readonly Entry[];
}

/** On the public page a tap on a text opens it in a sheet, with English beside it. */
export function TapToEdit() {
  const { t, language } = useText();
  const store = useTextStore();
  const [tapped, setTapped] = useState<Tapped | null>(null);

  useEffect(() => {
    async function open(target: Element): Promise<void> {
      const part = target.closest('main > section, header, footer');
      const entries = tappedTexts(
        await readEntries(store, language),
        wordsAt(target),
        part?.id || part?.localName,
      );
      if (entries.length > 0) setTapped({ language, entries });
      else showToast({ title: t('translations.tap.none') });
    }

    function tap(event: MouseEvent): void {
      const { target } = event;
      if (!(target instanceof Element) || !target.closest(PAGE) || target.closest(MENUS)) return;
      event.preventDefault();
      event.stopPropagation();
      open(target).catch(console.error);
    }

    const { dataset } = document.documentElement;
    dataset.tapping = '';
    document.addEventListener('click', tap, { capture: true });
    return () => {
      delete dataset.tapping;
      document.removeEventListener('click', tap, { capture: true });
    };
  }, [store, language, t]);

  return tapped && <TappedSheet {...tapped} onClose={() => setTapped(null)} />;
}

function TappedSheet({ language, entries, onClose }: Tapped & { onClose: () => void }) {
  const { t, language: shown } = useText();
  const store = useTextStore();
  const { user } = useAuth();
  const [typed, setTyped] = useState<Edits>(new Map());

  function edit({ path }: Entry, text: string): void {
    const next = new Map(typed).set(path, text);
    setTyped(next);
    if (user) keepTexts(user.id, language, next);
  }

  function close(): void {
    if (typed.size > 0) applyPreview(store, language, typed).catch(console.error);
    onClose();
  }

  return (
    <Sheet
      title={t('translations.tap.title', { language: languageName(language, shown) })}
      description={t('translations.tap.text')}
      onClose={close}
    >
      <div className={`${primitives.stack4} ${styles.texts}`}>
        {entries.map((entry) => (
          <TranslationField
            key={entry.path}
            entry={entry}
            language={language}
            typed={typed.get(entry.path)}
            onEdit={edit}
          />
        ))}
        <Button onClick={close}>{t('translations.tap.use')}</Button>
      </div>
    </Sheet>
  );
}

/** The text of an element, its accessible name, and the text around it. */
function wordsAt(target: Element): string[] {
  const words: (string | null)[] = [...target.childNodes]
    .filter((node) => node.nodeType === Node.TEXT_NODE)
    .map((node) => node.textContent);
  for (let at: Element | null = target, steps = 0; at && steps < AROUND; steps += 1) {
    words.push(shownIn(at), at.getAttribute('placeholder'), at.getAttribute('aria-label'));
    at = at.parentElement;
  }
  return words.filter((each) => each !== null);
}

function shownIn(element: Element): string | null {
  const copy = element.cloneNode(true) as Element;
  for (const hidden of copy.querySelectorAll('.visually-hidden')) hidden.remove();
  return copy.textContent;
}
