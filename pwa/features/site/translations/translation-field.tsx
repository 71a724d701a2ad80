import { type ComponentProps, type MouseEvent, memo } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { cleanText } from '#contract/values/clean-text.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { figuresOf, SETTING_OF } from '#pwa/i18n/published-texts.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Chip } from '#pwa/ui/fields/chip.tsx';
import control from '#pwa/ui/fields/control.module.css';
import { ControlFrame, type ControlFrameProps } from '#pwa/ui/fields/control-frame.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { infoIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import type { Entry } from './entries.ts';
import { faultText } from './fault-text.ts';
import { faultOf, lostIn, OF_SETTINGS, offeredIn } from './text-fault.ts';
import { textName } from './text-names.ts';
import styles from './translation-field.module.css';

/** Longer texts get a box of several lines, in characters. */
const ONE_LINE = 50;

interface TranslationFieldProps {
  entry: Entry;
  language: Language;
  /** The unsaved typed text. */
  typed: string | undefined;
  onEdit: (entry: Entry, text: string) => void;
}

/**
 * Edits one text, with its English text, its shipped text, what the page fills in, and its faults. The saved text
 * decides between one line and several: typing never changes the box.
 */
export const TranslationField = memo(function TranslationField({
  entry,
  language,
  typed,
  onEdit,
}: TranslationFieldProps) {
  const words = useText();
  const { t } = words;
  const { path, shipped, english } = entry;
  const name = textName(words, path);
  const text = typed ?? entry.text;
  const changed = text !== shipped;
  const fault = faultOf(entry, text);
  const box = {
    label: <span className="visually-hidden">{path}</span>,
    lang: language,
    dir: 'auto',
    value: text,
    onChange: ({ target }: { target: { value: string } }) => onEdit(entry, target.value),
    error: fault ? faultText(t, fault) : undefined,
  };

  return (
    <div className={styles.text} data-text={path}>
      <div className={styles.words}>
        {name && <p className={styles.name}>{name}</p>}
        <p className={styles.key} aria-hidden="true">
          {path.split('.').at(-1)}
        </p>
        {language !== 'en' && english !== name && (
          <p className={styles.english} lang="en">
            {english}
          </p>
        )}
        {text.trim() === '' && <Badge tone="red">{t('translations.missing')}</Badge>}
      </div>
      <div className={styles.control}>
        {isSetting(path) && <Notice icon={infoIcon}>{t('translations.tap.setting')}</Notice>}
        {entry.text.length > ONE_LINE ? <TextArea rows={3} {...box} /> : <Line {...box} />}
        <Placeholders entry={entry} text={text} language={language} />
        {fault && fault.marks.length > 0 && (
          <Button variant="quiet" onClick={() => onEdit(entry, cleanText(text))}>
            {t('translations.cleanUp')}
            <span className="visually-hidden"> {path}</span>
          </Button>
        )}
        {changed && (
          <div className={styles.original}>
            <p>{t('translations.original', { text: shipped })}</p>
            <Button variant="quiet" onClick={() => onEdit(entry, shipped)}>
              {t('translations.restore')}
              <span className="visually-hidden"> {path}</span>
            </Button>
          </div>
        )}
      </div>
    </div>
  );
});

interface PlaceholdersProps {
  entry: Entry;
  text: string;
  language: Language;
}

/**
 * What the page fills in from the settings, with the values that it has now, and any other placeholder that is lost; a
 * press puts it into the text.
 */
function Placeholders({ entry, text, language }: PlaceholdersProps) {
  const { t } = useText();
  const store = useTextStore();
  const lost = lostIn(entry, text);
  const offered = offeredIn(entry).filter((name) => OF_SETTINGS.has(name) || lost.includes(name));
  if (offered.length === 0) return null;
  const values = figuresOf((key, given) => store.translate(language, key, given));
  const unused = lost.filter((name) => OF_SETTINGS.has(name));
  return (
    <div className={styles.placeholders}>
      <p className={primitives.hint}>{t('translations.placeholders')}</p>
      {offered.map((name) => (
        <Chip key={name} lang={language} onClick={(press) => insert(press, name)}>
          {name} <b>{values[name.slice(2, -2)]}</b>
        </Chip>
      ))}
      {unused.length > 0 && text.trim() !== '' && (
        <p className={primitives.hint} role="status">
          {t('translations.placeholdersLost', { placeholders: unused.join(', ') })}
        </p>
      )}
    </div>
  );
}

/** Puts words at the caret of the box beside a pressed button. */
function insert({ currentTarget }: MouseEvent<HTMLElement>, words: string): void {
  const box = currentTarget
    .closest('[data-text]')
    ?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if (!box) return;
  const { length } = box.value;
  box.focus();
  box.setRangeText(words, box.selectionStart ?? length, box.selectionEnd ?? length, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** True if a setting replaces this text. */
function isSetting(path: string): boolean {
  const name = SETTING_OF[path];
  const settings = publishedSite()?.settings;
  return name !== undefined && name !== 'email' && Boolean(settings?.[name]);
}

/** A box of one line. Its text stands there whole, on as many lines as it takes, until a person types. */
function Line({ label, error, ...props }: ControlFrameProps & ComponentProps<'input'>) {
  return (
    <ControlFrame label={label} error={error}>
      {(ties) => (
        <span className={styles.line} lang={props.lang} data-whole={props.value}>
          <input className={control.control} {...props} {...ties} />
        </span>
      )}
    </ControlFrame>
  );
}
