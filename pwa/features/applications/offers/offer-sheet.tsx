import { useState } from 'react';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { Sheet } from '#pwa/ui/windows/sheet.tsx';
import { OfferForm } from './offer-form.tsx';
import { type SharedOffer, ShareOffer } from './share-offer.tsx';

interface OfferSheetProps {
  application: ApplicationRow;
  /** The inquiry of the club, if it is chosen already. */
  contact?: ContactRow;
  /** An offer that was made before: its link is shown again. */
  shared?: SharedOffer;
  onClose: () => void;
}

/** Offers a player to a club, then shows the link of the page. */
export function OfferSheet({ application, contact, shared, onClose }: OfferSheetProps) {
  const { t } = useText();
  const [made, setMade] = useState(shared);
  return (
    <Sheet
      title={made ? t('offers.link.title', { club: made.offer.club }) : t('offers.offer')}
      description={applicationDefinition.nameOf(t, application)}
      onClose={onClose}
    >
      {made ? (
        <ShareOffer application={application} {...made} />
      ) : (
        <OfferForm application={application} contact={contact} onMade={setMade} />
      )}
    </Sheet>
  );
}
