import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Texts } from '#pwa/i18n/text-key.ts';
import { Field } from '#pwa/ui/field.tsx';
import { TextArea } from '#pwa/ui/text-area.tsx';
import { leavesOf } from './text-tree.ts';
import styles from './translation-tree.module.css';

/** Longer texts get a box of several lines (§9, T-03). */
const ONE_LINE = 50;

interface TranslationTreeProps {
  texts: Texts;
  /** What has been typed over a text, by path. */
  edits: ReadonlyMap<string, string>;
  /** All groups stand open, as while a search narrows them down. */
  open: boolean;
  onEdit: (path: string, text: string) => void;
}

/** The groups of a language's texts, each of which can be closed, and every text to edit (T-02). */
export function TranslationTree({ texts, ...tree }: TranslationTreeProps) {
  return (
    <div className={styles.tree}>
      <Level texts={texts} above="" {...tree} />
    </div>
  );
}

type LevelProps = TranslationTreeProps & { above: string };

function Level({ texts, above, ...tree }: LevelProps) {
  return Object.entries(texts).map(([key, value]) => {
    const path = above === '' ? key : `${above}.${key}`;
    return typeof value === 'string' ? (
      <Leaf
        key={path}
        name={key}
        path={path}
        original={value}
        typed={tree.edits.get(path)}
        onEdit={tree.onEdit}
      />
    ) : (
      <Group key={path} name={key} texts={value} above={path} {...tree} />
    );
  });
}

function Group({ name, texts, ...tree }: LevelProps & { name: string }) {
  const { t } = useText();
  // What is in a closed group is not drawn: hundreds of fields would hold up the page.
  const [shown, setShown] = useState(tree.open);

  return (
    <details
      className={styles.group}
      open={tree.open}
      onToggle={(event) => setShown(event.currentTarget.open)}
    >
      <summary className={styles.head}>
        {name}
        <span className={styles.count}>
          {t('translations.groupCount', { count: leavesOf(texts).length })}
        </span>
      </summary>
      {shown && (
        <div className={styles.inside}>
          <Level texts={texts} {...tree} />
        </div>
      )}
    </details>
  );
}

interface LeafProps {
  name: string;
  path: string;
  original: string;
  typed: string | undefined;
  onEdit: (path: string, text: string) => void;
}

function Leaf({ name, path, original, typed, onEdit }: LeafProps) {
  const { t } = useText();
  const placeholders = original.match(/\{\{\w+\}\}/g);
  const control = {
    label: name,
    'aria-label': path,
    value: typed ?? original,
    onChange: ({ target }: { target: { value: string } }) => onEdit(path, target.value),
    hint:
      placeholders && t('translations.placeholderHint', { placeholders: placeholders.join(', ') }),
  };
  return original.length > ONE_LINE ? <TextArea rows={3} {...control} /> : <Field {...control} />;
}
