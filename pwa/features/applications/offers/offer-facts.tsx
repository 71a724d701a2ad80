import { isOpen, type Offer } from '#contract/offers/offer.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { useNow } from '#pwa/lib/time/clock.ts';
import { formatDate, formatDay } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import { checkIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';

/** What a club has answered; nothing before it has. */
export function OfferAnswer({ offer: { answer } }: { offer: Offer }) {
  const { t } = useText();
  if (answer === null) return null;
  const isGood = answer === 'interested';
  return (
    <Badge tone={isGood ? 'green' : 'neutral'} {...(isGood && { icon: checkIcon })}>
      {t(`offers.answers.${answer}`)}
    </Badge>
  );
}

/** When it was made, who has opened it, until when it is open, and the club's own words. */
export function OfferFacts({ application, offer }: { application: ApplicationRow; offer: Offer }) {
  const { t } = useText();
  const now = useNow();
  const { madeAt, until, people, openings, openedAt, answerWords } = offer;
  const opened =
    openedAt === null
      ? t(application.waiting === 'not-sent' ? 'offers.link.waiting' : 'offers.notOpened')
      : t('offers.opened', {
          count: people,
          times: t('offers.times', { count: openings }),
          day: formatDay(openedAt),
        });
  const end = isOpen(offer, application, now)
    ? t('offers.until', { day: formatDate(until.slice(0, 10)) })
    : t('offers.over');
  return (
    <>
      <p className={primitives.hint}>
        <time dateTime={madeAt}>{formatDay(madeAt)}</time> · {opened} · {end}
      </p>
      {answerWords !== null && (
        <p>
          <TypedText>{answerWords}</TypedText>
        </p>
      )}
    </>
  );
}
