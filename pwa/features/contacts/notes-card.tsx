import { type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { ContactNotes } from '#contract/contacts.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { draftMessage } from '#pwa/i18n/draft-message.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { contactNoted } from '#pwa/local/changes/contacts.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { classNames } from '#pwa/ui/class-names.ts';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import { useDraft } from '#pwa/ui/fields/use-draft.ts';
import { editIcon, noteIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import styles from './contact-detail.module.css';
import { isConvertible } from './contact-list.ts';

/** What the agency has noted about an inquiry. It is written here until an application tells of the inquiry. */
export function NotesCard({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  const { userId } = useMirror();
  const { id, notes } = contact;
  const [text, setText] = useDraft(userId, `note:contact:${id}`);
  // As they were when the form was opened, also after a reload: another person may write meanwhile.
  const [before, setBefore] = useDraft(userId, `noted:contact:${id}`);
  const [isWriting, setWriting] = useState(text !== '');
  // Typed text stays in its place, also when a colleague has made an application meanwhile.
  const isOpen = (isConvertible(contact) || isWriting) && !isAnonymised(contact);
  if (!isOpen && notes === null) return null;
  return (
    <Card title={t('contactDetail.notes')}>
      {isOpen && isWriting ? (
        <NotesForm
          seen={{ ...contact, notes: before || null }}
          text={text}
          onType={setText}
          onEnd={() => {
            setText('');
            setBefore('');
            setWriting(false);
          }}
        />
      ) : (
        <div className={primitives.stack2}>
          {notes !== null && (
            <p className={styles.notes}>
              <TypedText>{notes}</TypedText>
            </p>
          )}
          {isOpen && (
            <Button
              variant="secondary"
              icon={notes === null ? noteIcon : editIcon}
              className={primitives.start}
              aria-keyshortcuts="N"
              onClick={() => {
                setText(notes ?? '');
                setBefore(notes ?? '');
                setWriting(true);
              }}
            >
              {t(notes === null ? 'applicationDetail.writeNote' : 'applications.edit')}
            </Button>
          )}
        </div>
      )}
    </Card>
  );
}

interface NotesFormProps {
  seen: ContactRow;
  text: string;
  onType: (text: string) => void;
  /** Called when the notes are saved on this device, or not wanted. */
  onEnd: () => void;
}

/** Typed text survives a reload. */
function NotesForm({ seen, text, onType, onEnd }: NotesFormProps) {
  const { t } = useText();
  const change = useChange();
  const [message, setMessage] = useState<string | null>(null);
  useReportDirty(text.trim() !== (seen.notes ?? ''));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const { success, output, issues } = v.safeParse(ContactNotes, { notes: text });
    if (!success) setMessage(issues[0].message);
    else if (output.notes === seen.notes || (await change(contactNoted.make(output, seen))))
      onEnd();
  }

  return (
    <form
      className={classNames(primitives.stack3, styles.writing)}
      onSubmit={(event) => void submit(event)}
    >
      <TextArea
        label={<span className="visually-hidden">{t('contactDetail.notes')}</span>}
        error={message !== null && draftMessage(t, message)}
        rows={3}
        // The button that was pressed is gone.
        autoFocus
        value={text}
        onChange={(event) => onType(event.target.value)}
      />
      <div className={primitives.row2}>
        <Button type="submit">{t('applicationDetail.statusUpdate.saveNote')}</Button>
        <Button variant="quiet" onClick={onEnd}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
