import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isOpen, offersOf } from '#contract/offers/offer.ts';
import { applicationDefinition } from '#pwa/features/applications/application-definition.tsx';
import { ApproachHint } from '#pwa/features/applications/deadlines/approach-hint.tsx';
import { OfferSheet } from '#pwa/features/applications/offers/offers-card.tsx';
import { StatusBadge } from '#pwa/features/applications/status/status-badge.tsx';
import { useAllApplications } from '#pwa/features/applications/use-applications.ts';
import { playerFacts } from '#pwa/i18n/person-name.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { wordText } from '#pwa/i18n/word-text.ts';
import { useNow, useToday } from '#pwa/lib/time/clock.ts';
import type { ApplicationRow, ContactRow } from '#pwa/local/database/rows.ts';
import { Button } from '#pwa/ui/button.tsx';
import primitives from '#pwa/ui/primitives.module.css';
import { type Fit, isAnythingAsked, playersWhoFit } from './fit.ts';
import styles from './wanted.module.css';

/** Players shown at first. */
const SHOWN = 5;

/** The players on this device who fit, each with what is not known about them; each can be offered to the club. */
export function FittingPlayers({ contact: wanted }: { contact: ContactRow }) {
  const { t } = useText();
  const today = useToday();
  const isAsked = isAnythingAsked(wanted);
  const rows = useAllApplications(isAsked)?.rows;
  const fits = useMemo(() => rows && playersWhoFit(wanted, rows, today), [wanted, rows, today]);
  const [isWhole, setWhole] = useState(false);
  const [offered, setOffered] = useState<ApplicationRow | null>(null);
  if (!isAsked || !fits) return null;
  const more = isWhole ? 0 : Math.max(0, fits.length - SHOWN);
  return (
    <section className={primitives.stack2}>
      <h3 className={styles.heading}>{t('contactDetail.wanted.fitting')}</h3>
      {fits.length === 0 && <p className={primitives.hint}>{t('contactDetail.wanted.none')}</p>}
      <ul>
        {fits.slice(0, fits.length - more).map((fit) => (
          <Player
            key={fit.application.id}
            fit={fit}
            contactId={wanted.id}
            today={today}
            onOffer={() => setOffered(fit.application)}
          />
        ))}
      </ul>
      {more > 0 && (
        <Button variant="quiet" className={primitives.start} onClick={() => setWhole(true)}>
          {t('contactDetail.wanted.more', { count: more })}
        </Button>
      )}
      {offered && (
        <OfferSheet application={offered} contact={wanted} onClose={() => setOffered(null)} />
      )}
    </section>
  );
}

interface PlayerProps {
  fit: Fit;
  contactId: number;
  today: string;
  onOffer: () => void;
}

function Player({ fit: { application, unknown }, contactId, today, onOffer }: PlayerProps) {
  const { t } = useText();
  const now = useNow();
  const isOffered = offersOf(application).some(
    (offer) => offer.contactId === contactId && isOpen(offer, application, now),
  );
  const { id, status, foot } = application;
  const name = applicationDefinition.nameOf(t, application);
  const facts = playerFacts(t, application, today);
  if (foot) facts.splice(2, 0, wordText(t, 'choices', foot));
  return (
    <li className={styles.player}>
      <Link {...applicationDefinition.linkTo(id)}>{name}</Link>
      <StatusBadge status={status} />
      <span className={primitives.hint}>{facts.join(' · ')}</span>
      {unknown.map((what) => (
        <em key={what} className={styles.unknown}>
          {t(`contactDetail.wanted.unknown.${what}`)}
        </em>
      ))}
      <ApproachHint application={application} />
      {isOffered ? (
        <span className={primitives.hint}>{t('offers.offered')}</span>
      ) : (
        <Button
          variant="quiet"
          className={styles.offer}
          aria-label={`${t('offers.offerOne')}: ${name}`}
          onClick={onOffer}
        >
          {t('offers.offerOne')}
        </Button>
      )}
    </li>
  );
}
