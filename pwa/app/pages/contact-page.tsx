import { getRouteApi } from '@tanstack/react-router';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import { useOpenConverted } from '#pwa/app/lists/converted.ts';
import { MissingRecord } from '#pwa/app/lists/missing-record.tsx';
import { RecordPager } from '#pwa/app/lists/record-pager.tsx';
import { useContactList } from '#pwa/app/lists/use-contact-list.ts';
import { useErased } from '#pwa/app/lists/use-erased.ts';
import { WithList } from '#pwa/app/lists/with-list.tsx';
import { OfferedCard } from '#pwa/features/applications/offers/offered-card.tsx';
import { WantedCard } from '#pwa/features/applications/wanted/wanted-card.tsx';
import { QuestionNotices } from '#pwa/features/changes/question-notice.tsx';
import { RefusedHere } from '#pwa/features/changes/waiting-change.tsx';
import { AddToButtons } from '#pwa/features/contacts/add-to-buttons.tsx';
import { ContactDetail } from '#pwa/features/contacts/contact-detail.tsx';
import { isConvertible } from '#pwa/features/contacts/contact-list.ts';
import { playerIn } from '#pwa/features/contacts/conversion.ts';
import { ConvertButton } from '#pwa/features/contacts/convert-button.tsx';
import { useContact } from '#pwa/features/contacts/use-contact.ts';
import { PersonCard } from '#pwa/features/people/person-card.tsx';
import { SamePersonNotice } from '#pwa/features/people/same-person-notice.tsx';
import { writerName } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { laneOf } from '#pwa/local/outbox/lane.ts';
import { RecordSkeleton } from '#pwa/records/record-skeleton.tsx';
import { useRefreshOnEntry } from '#pwa/sync/pull/use-refresh-on-entry.ts';
import { useTitle } from '#pwa/ui/screen/use-title.ts';

const route = getRouteApi('/guarded/office/dashboard/contacts/$id');
const LISTS = ['contacts'] as const;

/** One inquiry, on a wide screen beside the list. An address that is no id is not found. */
export function ContactPage() {
  const { id: given } = route.useParams();
  const id = /^[1-9]\d{0,9}$/.test(given) ? Number(given) : 0;
  return (
    <WithList list={useContactList()} id={id}>
      <OneContact id={id} />
    </WithList>
  );
}

function OneContact({ id }: { id: number }) {
  const { t } = useText();
  const contact = useContact(id);
  const refresh = useRefreshOnEntry(LISTS);
  const erased = useErased('contacts');
  const list = useContactList();
  const openConverted = useOpenConverted();
  useTitle(contact ? writerName(t, contact) : t('titles.contact'));

  if (contact) {
    return (
      <ContactDetail
        key={contact.id}
        contact={contact}
        pager={<RecordPager list={list} id={contact.id} />}
        notices={
          <>
            <RefusedHere entity={laneOf('contacts', contact.id)} />
            <QuestionNotices entity={laneOf('contacts', contact.id)} />
            <SamePersonNotice
              whose={playerIn(contact)}
              actionsFor={(applications, isSure) =>
                isConvertible(contact) && (
                  <>
                    <AddToButtons contact={contact} applications={applications} />
                    {isSure && (
                      <ConvertButton
                        variant="quiet"
                        contact={contact}
                        label={t('contactDetail.makeAnother')}
                        isAnother
                        onConverted={openConverted}
                      />
                    )}
                  </>
                )
              }
            />
          </>
        }
        wanted={
          <>
            <WantedCard contact={contact} />
            <OfferedCard contact={contact} />
          </>
        }
        person={
          <PersonCard
            name={contact.name}
            email={contact.email}
            entities={[
              laneOf('contacts', contact.id),
              laneOf('applications', applicationIdOf(contact.id)),
            ]}
            onErased={(how) => void erased(how)}
          />
        }
        onConverted={openConverted}
      />
    );
  }
  if (contact === undefined || refresh.state === 'loading') {
    return <RecordSkeleton label={t('common.loading')} />;
  }
  return (
    <MissingRecord
      title={t(refresh.state === 'ready' ? 'contactDetail.notFoundTitle' : 'list.offlineTitle')}
      text={t(refresh.state === 'ready' ? 'contactDetail.notFoundText' : 'list.offlineText')}
      back={t('contactDetail.back')}
      tab="contacts"
    />
  );
}
