import { useMemo, useState } from 'react';
import { newId } from '#contract/fields/ids.ts';
import { referenceOf } from '#contract/fields/references.ts';
import { BY_MESSAGE } from '#contract/handed-over.ts';
import { APP_PATHS } from '#contract/paths/app-paths.ts';
import { keyWith } from '#contract/values/read-reference.ts';
import { useShareHere } from '#pwa/app/shared/use-share-here.ts';
import { useAllContacts } from '#pwa/features/contacts/use-contacts.ts';
import type { InquiryText } from '#pwa/features/inquiry/inquiry-text.ts';
import { readMessage } from '#pwa/features/inquiry/read-message.ts';
import { StandForm } from '#pwa/features/inquiry/stand-form.tsx';
import { personName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { readDraftValue, writeDraftValue } from '#pwa/lib/storage/drafts.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { BackLink } from '#pwa/ui/back-link.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { TextArea } from '#pwa/ui/fields/text-area.tsx';
import { useDraft } from '#pwa/ui/fields/use-draft.ts';
import { checkCircleIcon, clockIcon } from '#pwa/ui/icons/icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { OfficeLink } from '#pwa/ui/office-link.tsx';
import { PageHead } from '#pwa/ui/page-head.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { useMedia } from '#pwa/ui/screen/use-media.ts';
import styles from './message-page.module.css';

/** The drafts of the pasted message and of the fields beside it. */
export const MESSAGE_DRAFT = 'message';
const TYPED_DRAFT = 'message-form';

/** The draft about the message with this reference. */
interface TypedText {
  reference: string | null;
  text: Partial<InquiryText>;
}

/**
 * For a message that came by another way than the form: with a reference it finds its inquiry, or makes it; without one
 * it makes an inquiry. Works without a signal.
 */
export function MessagePage() {
  const { t } = useText();
  const { userId } = useMirror();
  const fine = useMedia('(pointer: fine)');
  const { draftName, use } = useShareHere();
  const typedDraft = draftName(TYPED_DRAFT);
  const [text, setText, pasted] = useDraft(userId, draftName(MESSAGE_DRAFT));
  const [added, setAdded] = useState<{ state: 'sent' | 'waiting'; reference: string } | null>(null);
  const read = useMemo(() => readMessage(text), [text]);
  const [typed, setTyped] = useState(() => readDraftValue<TypedText>(userId, typedDraft));
  const known = useMemo(() => {
    const before = typed?.reference === read.reference ? typed.text : {};
    return { ...read, ...before, privacyPolicy: read.reference !== null };
  }, [read, typed]);
  const found = useInquiryOf(added?.reference ?? read.reference);

  function keepTyped(all: InquiryText): void {
    // The consent belongs to the inquiry that is added.
    const given = Object.entries(all).filter(([name, value]) => value && name !== 'privacyPolicy');
    const stored: TypedText = { reference: read.reference, text: Object.fromEntries(given) };
    writeDraftValue(userId, typedDraft, stored);
  }

  function finish({ key }: { key: string }, hasArrived: boolean): void {
    pasted.forget();
    writeDraftValue(userId, typedDraft, null);
    use();
    setTyped(null);
    setAdded({ state: hasArrived ? 'sent' : 'waiting', reference: referenceOf(key) });
  }

  function next(): void {
    setAdded(null);
    setText('');
  }

  return (
    <div className={`${primitives.page} ${styles.page}`}>
      <BackLink to={APP_PATHS.dashboard} search={{ tab: 'contacts' }}>
        {t('contactDetail.back')}
      </BackLink>
      <PageHead title={t('message.title')}>{t('message.text')}</PageHead>
      <TextArea
        label={t('message.pasted')}
        rows={6}
        autoFocus={fine}
        value={text}
        readOnly={added !== null}
        onChange={({ target }) => setText(target.value)}
      />
      <div role="status">
        {added !== null && (
          <Notice
            icon={added.state === 'sent' ? checkCircleIcon : clockIcon}
            actions={
              <>
                {found && <OpenInquiry contact={found} />}
                <Button variant="secondary" onClick={next}>
                  {t('message.next')}
                </Button>
              </>
            }
          >
            {t(`message.${added.state}`)}
          </Notice>
        )}
        {found && added === null && <Found contact={found} />}
      </div>
      {found === null && added === null && read.message !== '' && (
        <StandForm
          key={read.reference}
          campaign={{ utmMedium: BY_MESSAGE }}
          isVisitorHere={false}
          known={known}
          onTyped={keepTyped}
          newKey={() => (read.reference === null ? newId() : keyWith(read.reference))}
          submitLabel={t('message.add')}
          onDone={finish}
        />
      )}
    </div>
  );
}

function Found({ contact }: { contact: ContactRow }) {
  const { t } = useText();
  return (
    <Notice icon={checkCircleIcon} actions={<OpenInquiry contact={contact} />}>
      {t('message.found', { name: personName(t, contact) })}
    </Notice>
  );
}

function OpenInquiry({ contact: { id } }: { contact: ContactRow }) {
  const { t } = useText();
  return (
    <OfficeLink variant="secondary" to={APP_PATHS.contact} params={{ id: String(id) }}>
      {t('message.open')}
    </OfficeLink>
  );
}

/** The inquiry with a reference on this device; null if there is none, undefined while loading. */
function useInquiryOf(reference: string | null): ContactRow | null | undefined {
  const contacts = useAllContacts(true);
  if (reference === null) return null;
  return contacts && (contacts.rows.find((row) => row.reference === reference) ?? null);
}
