import { useState } from 'react';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { revise } from '#pwa/local/outbox/outbox-actions.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/fields/field.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Dialog } from '#pwa/ui/windows/dialog.tsx';
import styles from './edit-change-dialog.module.css';
import { type EditableText, editableTexts, withTexts } from './editable-texts.ts';
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
        {texts.map((text) =>
          text.isLong ? (
            <TextArea
              key={text.field}
              label={t(text.label)}
              rows={4}
              value={text.value}
              onChange={(event) => type(text, event.target.value)}
            />
          ) : (
            <Field
              key={text.field}
              label={t(text.label)}
              type={text.type === 'number' ? undefined : text.type}
              inputMode={text.type === 'number' ? 'numeric' : undefined}
              value={text.value}
              onChange={(event) => type(text, event.target.value)}
            />
          ),
        )}
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
