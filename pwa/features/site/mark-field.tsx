import { useState } from 'react';
import type { Mark } from '#contract/site.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { type MarkDraft, type MarkRefusal, makeMark, SMALLEST_MARK } from './mark-picture.ts';
import styles from './picture-field.module.css';
import { ChosenFile } from './picture-field.tsx';

interface MarkFieldProps {
  /** The mark as published; null for the product's. */
  published: Mark | null | undefined;
  /** The replacement to publish: null for the product's, undefined if unchanged. */
  draft: MarkDraft | null | undefined;
  onChange: (draft: MarkDraft | null) => void;
}

/** The owner's mark, drawn anew on this device, as the header and a home screen show it. */
export function MarkField({ published, draft, onChange }: MarkFieldProps) {
  const { t } = useText();
  const [refusal, setRefusal] = useState<MarkRefusal | null>(null);
  const mark = draft === undefined ? published : draft;
  const addressOf = (part: keyof Mark) =>
    draft ? `data:image/png;base64,${draft[part]}` : `/mark/${published?.[part].id}.png`;

  function reasonOf(refused: MarkRefusal): string {
    return refused.reason === 'empty' || refused.reason === 'tooLarge'
      ? t(`site.mark.${refused.reason}`)
      : t(`site.portrait.${refused.reason}`, { ...SMALLEST_MARK, ...refused });
  }

  async function choose(file: File): Promise<void> {
    const made = await makeMark(file);
    setRefusal('reason' in made ? made : null);
    if (!('reason' in made)) onChange(made);
  }

  return (
    <ChosenFile
      label={t('site.mark.choose')}
      removeLabel={mark ? t('site.mark.remove') : null}
      error={refusal ? reasonOf(refusal) : ''}
      onChoose={choose}
      onRemove={() => onChange(null)}
    >
      {mark && (
        <div className={primitives.row2}>
          <img src={addressOf('tile')} alt={t('site.mark.title')} className={styles.mark} />
          <img src={addressOf('icon')} alt="" className={styles.round} />
        </div>
      )}
    </ChosenFile>
  );
}
