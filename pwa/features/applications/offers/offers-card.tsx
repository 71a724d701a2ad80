import { useEffect, useState } from 'react';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { isOpen, type Offer, offersOf } from '#contract/offers/offer.ts';
import { contactAddress } from '#contract/paths/app-paths.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { useChange } from '#pwa/features/changes/use-change.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useNow } from '#pwa/lib/time/clock.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Card } from '#pwa/ui/card.tsx';
import { shareIcon } from '#pwa/ui/icons/site-icons.ts';
import { lazyWindow } from '#pwa/ui/lazy.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { DAY, endOffer } from './offer-changes.ts';
import { OfferAnswer, OfferFacts } from './offer-facts.tsx';
import { forgetOver, tokensOf } from './offer-link.ts';
import styles from './offers.module.css';

export const OfferSheet = lazyWindow(() => import('./offer-sheet.tsx'), 'OfferSheet');

/** The clubs to which a player was offered, newest first, and the way to offer the player to another one. */
export function OffersCard({ application }: { application: ApplicationRow }) {
  const { t } = useText();
  const { userId } = useMirror();
  const now = useNow();
  const [isMaking, setMaking] = useState(false);
  const [shared, setShared] = useState<Offer | null>(null);
  const offers = offersOf(application).reverse();
  const { status, mandateFrom, removedAt } = application;
  // Whom the agency represents, or is about to: the usual record has no room for one more button.
  const isClient = status === 'signed' || status === 'contract_offered' || mandateFrom !== null;
  const isOffered = (isClient || offers.length > 0) && status !== 'rejected' && !removedAt;

  // Not at once: an end can be undone.
  useEffect(() => forgetOver(userId, application, now - 2 * DAY), [userId, application, now]);

  if (isAnonymised(application)) return null;
  const tokens = tokensOf(userId, application.id);
  const isElsewhere = offers.some((offer) => !tokens[offer.id] && isOpen(offer, application, now));
  const button = isOffered && (
    <Button
      variant="quiet"
      icon={shareIcon}
      className={styles.offer}
      onClick={() => setMaking(true)}
    >
      {t('offers.offer')}
    </Button>
  );
  return (
    <>
      {offers.length === 0 ? (
        button
      ) : (
        <Card title={t('offers.title')}>
          {application.offerConsentOn === null && (
            <Notice tone="amber">{t('offers.noConsent')}</Notice>
          )}
          <ul>
            {offers.map((offer) => (
              <Line
                key={offer.id}
                application={application}
                offer={offer}
                onShare={tokens[offer.id] ? () => setShared(offer) : undefined}
              />
            ))}
          </ul>
          {isElsewhere && (
            <p className={primitives.hint}>{t('offers.elsewhere', { again: t('offers.again') })}</p>
          )}
          {button}
        </Card>
      )}
      {isMaking && <OfferSheet application={application} onClose={() => setMaking(false)} />}
      {shared && (
        <OfferSheet
          application={application}
          shared={{ offer: shared, token: tokens[shared.id] ?? '' }}
          onClose={() => setShared(null)}
        />
      )}
    </>
  );
}

interface LineProps {
  application: ApplicationRow;
  offer: Offer;
  /** Shows the link; undefined if this device does not know it. */
  onShare: (() => void) | undefined;
}

function Line({ application, offer, onShare }: LineProps) {
  const { t } = useText();
  const change = useChange();
  const isShown = isOpen(offer, application, useNow());
  const { club, contactId } = offer;
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        {contactId === null ? (
          <span className={primitives.strong}>{club}</span>
        ) : (
          <a href={contactAddress(contactId)}>{club}</a>
        )}
        <OfferAnswer offer={offer} />
      </div>
      <OfferFacts application={application} offer={offer} />
      {isShown && (
        <div className={styles.acts}>
          {onShare && (
            <Button
              variant="quiet"
              icon={shareIcon}
              aria-label={`${t('offers.again')}: ${club}`}
              onClick={onShare}
            >
              {t('offers.again')}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={`${t('offers.end')}: ${club}`}
            onClick={() => {
              const name = applicationDefinition.nameOf(t, application);
              void change(endOffer(application, offer), { name });
            }}
          >
            {t('offers.end')}
          </Button>
        </div>
      )}
    </li>
  );
}
