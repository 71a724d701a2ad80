import { useState } from 'react';
import { wholeNumberIn } from '#contract/fields/fields.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { wordText } from '#pwa/i18n/word-text.ts';
import type { TextOptions } from '#pwa/local/changes/define-change.ts';
import { definitionOf } from '#pwa/local/changes/registry.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { revise } from '#pwa/local/outbox/outbox-actions.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ChoiceField } from '#pwa/ui/fields/choice-field.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import styles from './edit-change-dialog.module.css';
import { showNotSaved } from './not-saved.ts';

interface EditChangeDialogProps {
  entry: OutboxEntry;
  onClose: () => void;
}

/** Edits the texts of a queued or refused change before it is sent. */
export function EditChangeDialog({ entry, onClose }: EditChangeDialogProps) {
  const { t } = useText();
  const mirror = useMirror();
  const [texts, setTexts] = useState(() => editableTexts(entry));
  const [busy, setBusy] = useState(false);

  function type(changed: EditableText, value: string): void {
    setTexts(texts.map((one) => (one.field === changed.field ? { ...one, value } : one)));
  }

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const revised = await revise(mirror, entry.key, (now) => withTexts(now, texts));
      if (!revised) showToast({ title: t('sync.edit.tooLate'), kind: 'destructive' });
      onClose();
    } catch (error) {
      showNotSaved(t, error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={t('sync.edit.title')}
      description={t('sync.edit.text')}
      busy={busy}
      onClose={onClose}
    >
      <form
        className={primitives.stack4}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {texts.map((text) => (
          <TextInput key={text.field} text={text} onType={(value) => type(text, value)} />
        ))}
        <div className={styles.actions}>
          <Button variant="secondary" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" busy={busy}>
            {t('sync.edit.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function TextInput({ text, onType }: { text: EditableText; onType: (value: string) => void }) {
  const { t } = useText();
  const { isLong, type, choices, value } = text;
  const props = {
    label: t(text.label),
    value,
    onChange: ({ target }: { target: { value: string } }) => onType(target.value),
  };
  if (isLong) return <TextArea rows={4} {...props} />;
  if (choices) {
    return (
      <ChoiceField
        placeholder={t('applicationDetail.notGiven')}
        choices={choices.map((word) => ({ value: word, label: wordText(t, 'choices', word) }))}
        {...props}
      />
    );
  }
  const isNumber = type === 'number';
  return (
    <Field
      type={isNumber ? undefined : type}
      inputMode={isNumber ? 'numeric' : undefined}
      {...props}
    />
  );
}

/** One text of a change that can be corrected before it is sent. */
export interface EditableText extends TextOptions {
  field: string;
  label: TextKey;
  value: string;
}

/** The texts that a person typed into a change; empty for a change without any. */
export function editableTexts(entry: OutboxEntry): EditableText[] {
  const { texts = {}, label } = definitionOf(entry);
  const body: Record<string, unknown> = { ...entry.body };
  return Object.entries(texts).flatMap(([field, options]) =>
    label ? { ...options, field, label: label(field), value: String(body[field] ?? '') } : [],
  );
}

/** The body of a change with other texts in it. A blank optional one becomes null, a number a number. */
export function withTexts(entry: OutboxEntry, texts: readonly EditableText[]): OutboxEntry['body'] {
  const typed = texts.map(({ field, value, isRequired, type }) => {
    const text = value.trim();
    if (!text) return [field, isRequired ? '' : null];
    // The server refuses a text that is no number, with its words.
    return [field, type === 'number' ? wholeNumberIn(text) || text : text];
  });
  // Every field is one of this body's.
  return { ...entry.body, ...Object.fromEntries(typed) } as OutboxEntry['body'];
}
