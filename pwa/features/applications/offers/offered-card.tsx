import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { offersOf } from '#contract/offers/offer.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { Card } from '#pwa/ui/card.tsx';
import { OfferAnswer, OfferFacts } from './offer-facts.tsx';
import styles from './offers.module.css';

/** The players who were offered to the club of an inquiry, the newest first; nothing without any. */
export function OfferedCard({ contact: { id, inquiryType } }: { contact: ContactRow }) {
  const { t } = useText();
  const rows = useAllApplications(inquiryType === 'club_recruitment')?.rows;
  const offered = useMemo(
    () =>
      (rows ?? [])
        .flatMap((application) => offersOf(application).map((offer) => ({ application, offer })))
        .filter(({ offer }) => offer.contactId === id)
        .sort((one, other) => (one.offer.madeAt < other.offer.madeAt ? 1 : -1)),
    [rows, id],
  );
  if (offered.length === 0) return null;
  return (
    <Card title={t('offers.toThisClub')}>
      <ul>
        {offered.map(({ application, offer }) => (
          <li key={offer.id} className={styles.line}>
            <div className={styles.head}>
              <Link {...applicationDefinition.linkTo(application.id)}>
                {applicationDefinition.nameOf(t, application)}
              </Link>
              <OfferAnswer offer={offer} />
            </div>
            <OfferFacts application={application} offer={offer} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
