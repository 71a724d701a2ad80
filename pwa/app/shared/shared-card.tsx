import { useEffect, useState } from 'react';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { MESSAGE_DRAFT } from '#pwa/app/pages/message-page.tsx';
import { StatusForm } from '#pwa/features/applications/status/status-form.tsx';
import { SamePersonNotice } from '#pwa/features/people/same-person-notice.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import { forgetDraftsAbout, readDraft, writeDraft } from '#pwa/lib/storage/drafts.ts';
import { formatDate, formatMoment } from '#pwa/lib/time/dates.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import type { SameApplication } from '#pwa/local/rows/same-person.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { Fact, Facts } from '#pwa/ui/facts.tsx';
import { noteIcon, plusIcon, trashIcon, uploadIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { showToast } from '#pwa/ui/toasts/toast-store.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { dropShare, restoreShare, type Share, sharedAt } from '#pwa/visitor/shares.ts';
import { readShare, type SharedContent } from './read-share.ts';
import styles from './shared-card.module.css';

/** What is shown of a contact; of a message its own words say the rest. */
const FACTS = ['playerName', 'phone', 'email', 'dateOfBirth', 'currentClub', 'links'] as const;

/** Known players to whom it is offered at most. */
const SHOWN = 3;

interface SharedCardProps {
  share: Share;
  /** Called when it was discarded, used, or brought back. */
  onChange: () => void;
}

/**
 * Something shared, and what can be made of it: a note of a known player, an application, an inquiry, an import. Nothing
 * is written before a person saves it.
 */
export function SharedCard({ share, onChange }: SharedCardProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const { name } = share;
  const [content, setContent] = useState<SharedContent>();
  useEffect(() => void readShare(share).then(setContent), [share]);
  if (!content) return null;
  const { message, texts, table, fault } = content;
  const isPlayer = Object.keys(texts).length > 0;

  /** What was typed there before stays. */
  function prefill(draft: string, text: string): void {
    if (!readDraft(userId, `${draft}:${name}`)) writeDraft(userId, `${draft}:${name}`, text);
  }

  async function drop(): Promise<void> {
    forgetDraftsAbout(userId, [name]);
    await dropShare(name);
    onChange();
  }

  async function discard(): Promise<void> {
    await drop();
    const onPress = () => void restoreShare(share).then(onChange);
    showToast({ title: t('shared.discarded'), action: { label: t('sync.undo'), onPress } });
  }

  return (
    <Card title={formatMoment(sharedAt(share))}>
      <div className={primitives.stack4}>
        {message && <p className={styles.message}>{message}</p>}
        {fault && (
          <Notice tone="red" title={t('import.failedTitle')}>
            {t(`import.${fault}`)}
          </Notice>
        )}
        {table && <p>{t('shared.rows', { count: table.rows })}</p>}
        {isPlayer && (
          <>
            <Facts>
              {FACTS.map((field) => (
                <Fact key={field} wide={message !== ''} term={t(`applicationForm.${field}`)}>
                  {field === 'dateOfBirth' && texts[field]
                    ? formatDate(texts[field])
                    : texts[field]}
                </Fact>
              ))}
            </Facts>
            <Known texts={texts} message={message} onNoted={() => void drop()} />
          </>
        )}
        <div className={primitives.row2}>
          {table && (
            <OfficeLink variant="secondary" icon={uploadIcon} to={APP_PATHS.import} hash={name}>
              {t('import.title')}
            </OfficeLink>
          )}
          {isPlayer && (
            <OfficeLink
              variant="secondary"
              icon={plusIcon}
              to={APP_PATHS.newApplication}
              hash={name}
              onClick={() => prefill('new-application', JSON.stringify(texts))}
            >
              {t('applications.new')}
            </OfficeLink>
          )}
          {message && (
            <OfficeLink
              variant="secondary"
              icon={noteIcon}
              to={APP_PATHS.newMessage}
              hash={name}
              onClick={() => prefill(MESSAGE_DRAFT, message)}
            >
              {t('message.title')}
            </OfficeLink>
          )}
          <Button variant="quiet" icon={trashIcon} onClick={() => void discard()}>
            {t('logout.discard')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

interface KnownProps extends Pick<SharedContent, 'texts' | 'message'> {
  onNoted: () => void;
}

/** Who it may be about. Of a contact the note tells what the card says. */
function Known({ texts, message, onNoted }: KnownProps) {
  const { playerName: name = '', email, phone, dateOfBirth, currentClub } = texts;
  const player = { phone: phone || null, currentClub: currentClub || null, position: null };
  const nobody = { applicationId: null, contactId: null };
  const said = message || Object.values(texts).filter(Boolean).join('\n');
  return (
    <SamePersonNotice
      whose={{ name, email: email ?? '', ...player, dateOfBirth: dateOfBirth || null, ...nobody }}
      actionsFor={(applications) =>
        applications
          .slice(0, SHOWN)
          .map((one) => <AddTo key={one.id} application={one} message={said} onNoted={onNoted} />)
      }
    />
  );
}

interface AddToProps {
  application: SameApplication;
  message: string;
  onNoted: () => void;
}

/** Opens the note field of the player with the message in it, behind what was typed there before. */
function AddTo({ application: { id, name, isSure }, message, onNoted }: AddToProps) {
  const { t } = useText();
  const { userId } = useMirror();
  const row = useRecord(id)?.row;
  const [isOpen, setOpen] = useState(false);
  const title = t('contactDetail.addTo', { player: name });

  function open(): void {
    const typed = readDraft(userId, `note:${id}`) ?? '';
    const both = [typed, message].filter(Boolean).join('\n\n');
    if (!typed.includes(message)) writeDraft(userId, `note:${id}`, both);
    setOpen(true);
  }

  return (
    <>
      <Button variant={isSure ? 'primary' : 'quiet'} icon={plusIcon} onClick={open}>
        {title}
      </Button>
      {isOpen && row && (
        <Sheet title={title} onClose={() => setOpen(false)}>
          <StatusForm application={row} startAt="note" isNoteOnly onDone={onNoted} />
        </Sheet>
      )}
    </>
  );
}
