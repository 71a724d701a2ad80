import { memo } from 'react';
import type { Language } from '#contract/fields/vocabulary.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { Edits, Entry } from './entries.ts';
import type { Group } from './text-groups.ts';
import { groupName } from './text-names.ts';
import { TranslationField } from './translation-field.tsx';
import styles from './translation-tree.module.css';

interface TranslationTreeProps {
  root: Group;
  language: Language;
  edits: Edits;
  isOpen: (path: string) => boolean;
  onOpen: (path: string, open: boolean) => void;
  onEdit: (entry: Entry, text: string) => void;
}

/** A language's texts to edit, in groups that can be closed. */
export const TranslationTree = memo(function TranslationTree({
  root,
  ...tree
}: TranslationTreeProps) {
  return (
    <div className={styles.tree}>
      <Level inside={root.inside} {...tree} />
    </div>
  );
});

type LevelProps = Omit<TranslationTreeProps, 'root'> & { inside: readonly (Group | Entry)[] };

function Level({ inside, ...tree }: LevelProps) {
  return inside.map((one) =>
    'inside' in one ? (
      <GroupOfTexts key={one.path} group={one} {...tree} />
    ) : (
      <TranslationField
        key={one.path}
        entry={one}
        language={tree.language}
        typed={tree.edits.get(one.path)}
        onEdit={tree.onEdit}
      />
    ),
  );
}

/** A closed group renders no fields: hundreds of them would block the page. */
function GroupOfTexts({ group, ...tree }: Omit<LevelProps, 'inside'> & { group: Group }) {
  const words = useText();
  const { name, path, count, inside } = group;
  const title = groupName(words, path);
  const open = tree.isOpen(path);

  return (
    <div className={styles.group}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        onClick={() => tree.onOpen(path, !open)}
      >
        {title}
        <span className={title && styles.key}>{name}</span>
        <span className={styles.count}>{words.t('translations.groupCount', { count })}</span>
      </button>
      {open && (
        <div className={styles.inside}>
          <Level inside={inside} {...tree} />
        </div>
      )}
    </div>
  );
}
