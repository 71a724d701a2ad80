import '#pwa/ui/tokens.css';
import '#pwa/ui/base.css';
import { APPLICATION_FIELDS } from '#contract/fields/application-fields.ts';
import type { Field } from '#contract/fields/field-table.ts';
import { SHORT_TEXT } from '#contract/fields/fields.ts';
import { FEET, isOneOf } from '#contract/fields/vocabulary.ts';
import { ANSWERS, SHOWABLE, type Showable } from '#contract/offers/offer.ts';
import type { NoOfferPage, OfferPage, OfferView } from '#contract/offers/offer-view.ts';
import { linksOf } from '#contract/paths/links.ts';
import { placeIn } from '#contract/values/countries.ts';
import { publicDay } from '#pwa/i18n/public-dates.ts';
import { publicPage } from '#pwa/i18n/public-page.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { phoneLink, whatsappLink } from '#pwa/lib/text/contact-links.ts';
import { positionOf } from '#pwa/lib/text/positions.ts';
import { ageOf } from '#pwa/lib/time/dates.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { type QrMatrix, qrLine } from '#pwa/ui/code/draw-qr.ts';
import { Icon, type IconShape } from '#pwa/ui/icons/icon.tsx';
import { checkIcon, linkIcon, mailIcon } from '#pwa/ui/icons/site-icons.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import styles from './offer-page.module.css';
import { PublicFrame } from './public-frame.tsx';

/** A player's page for one club, prerendered only. On paper it is one sheet to hand over. */
export function OfferPageView({
  shown,
  refused,
  today,
  code,
}: Omit<OfferView, 'url'> & { code: QrMatrix }) {
  return (
    <PublicFrame menus="languages">
      <article className={styles.page}>
        {'gone' in shown ? (
          <Nothing {...shown} />
        ) : (
          <>
            <Player {...shown} today={today} />
            <Answer {...shown} refused={refused} />
            <Sender {...shown} code={code} />
          </>
        )}
      </article>
    </PublicFrame>
  );
}

function Nothing({ gone, endedOn }: NoOfferPage) {
  const { t, language } = useText();
  return (
    <>
      <h1 className={styles.name}>{t(`offerPage.${gone}.title`)}</h1>
      <p>
        {endedOn && `${t('offerPage.ended.day', { day: publicDay(language, endedOn) })} `}
        {t(`offerPage.${gone}.text`)}
      </p>
      {/* It does not load by itself: who reads slowly would be thrown back to its beginning. */}
      {gone === 'unknown' && (
        <p>
          <ButtonLink size="large" href="?retry=1">
            {t('common.retry')}
          </ButtonLink>
        </p>
      )}
      <p className={styles.ways}>
        <a href={`${publicPage('/', language)}#contact`}>{t('offerPage.contact')}</a>
      </p>
    </>
  );
}

/** Sites that show films. */
const FILMS =
  /(^|\.)(youtube\.com|youtu\.be|vimeo\.com|dailymotion\.com|hudl\.com|wyscout\.com|veo\.co|instat\.?football\.com)$/;
const playIcon: IconShape = { d: 'M7 4.5v15l12-7.5z', solid: true };

const LABELS: Partial<Record<Showable, TextKey>> = {
  dateOfBirth: 'offerPage.age',
  contractUntil: 'offerPage.contractUntil',
  heightCm: 'offerPage.height',
};

function Player({ application, offer, picture, today }: OfferPage & Pick<OfferView, 'today'>) {
  const { t, language } = useText();
  const chosen = SHOWABLE.filter(
    (name) => offer.shows.includes(name) && application[name] !== null,
  );
  const facts = chosen.filter((name) => name !== 'links');
  const told = (name: Exclude<Showable, 'links'>) => {
    const value = String(application[name]);
    const { type }: Field = APPLICATION_FIELDS[name];
    if (name === 'dateOfBirth') return String(ageOf(value, today));
    if (type === 'date') return publicDay(language, value);
    if (name === 'heightCm')
      return `${(Number(value) / 100).toLocaleString(language, { minimumFractionDigits: 2 })} m`;
    if (name === 'foot' && isOneOf(FEET, value)) return t(`choices.${value}`);
    // The reader's words for what the agency has typed in its own.
    if (name.endsWith('ationality')) return placeIn(value, language);
    const position = name === 'position' && positionOf(value);
    return position ? t(`positions.${position}`) : value;
  };
  return (
    <>
      <header className={styles.head}>
        <div className={styles.titles}>
          <p className={styles.club}>{t('offerPage.for', { club: offer.club })}</p>
          <h1 className={styles.name}>{application.playerName}</h1>
        </div>
        {picture && (
          <img
            className={styles.picture}
            src={`data:image/jpeg;base64,${picture}`}
            alt={application.playerName}
          />
        )}
        <dl className={styles.facts}>
          {facts.map((name) => (
            <div key={name}>
              <dt>{t(LABELS[name] ?? `applicationDetail.${name}`)}</dt>
              <dd>{told(name)}</dd>
            </div>
          ))}
        </dl>
      </header>
      {offer.words && <p className={styles.words}>{offer.words}</p>}
      {chosen.includes('links') && (
        <ul className={styles.links} aria-label={t('applicationDetail.links')}>
          {linksOf(application.links).map(({ title, url }) => {
            const host = new URL(url).hostname.replace(/^www\./, '');
            return (
              <li key={url}>
                <a href={url} rel="noreferrer" target="_blank">
                  <Icon shape={FILMS.test(host) ? playIcon : linkIcon} />
                  <span>
                    <b>{title || host}</b>
                    {title && <small>{host}</small>}
                  </span>
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function Answer({
  application,
  offer,
  refused,
}: OfferPage & {
  refused: OfferView['refused'] | undefined;
}) {
  const { t, language } = useText();
  const { answer, answeredAt } = offer;
  const fields = (
    <div className={styles.fields}>
      <label className={styles.line}>
        {t('offerPage.words')}
        <textarea
          name="words"
          rows={3}
          maxLength={SHORT_TEXT}
          defaultValue={refused?.words ?? offer.answerWords ?? ''}
        />
      </label>
      <div className={styles.buttons}>
        <Button type="submit" name="answer" value="interested" variant="primary" size="large">
          {t('offerPage.interested')}
        </Button>
        <Button type="submit" name="answer" value="not-now" variant="secondary" size="large">
          {t('offerPage.not-now')}
        </Button>
      </div>
    </div>
  );
  return (
    <form id="answer" method="post" action={`?lang=${language}`} className={styles.answer}>
      <h2 className={styles.question}>
        {t('offerPage.question', { name: application.playerName })}
      </h2>
      {refused && (
        <Notice tone="red" title={t('contact.error.title')}>
          {t(refused.why === 'too-many' ? 'contact.error.tooMany' : 'contact.error.description')}
        </Notice>
      )}
      {isOneOf(ANSWERS, answer) && answeredAt && (
        <p role="status" className={styles.answered} data-answer={answer}>
          <Icon shape={answer === 'interested' ? checkIcon : mailIcon} />
          <span>
            <b>{t(`offerPage.${answer}`)}</b>
            <br />
            {t('offerPage.answered', { day: publicDay(language, answeredAt.slice(0, 10)) })}
          </span>
        </p>
      )}
      {isOneOf(ANSWERS, answer) ? (
        <details open={refused !== undefined}>
          <summary>{t('offerPage.change')}</summary>
          {fields}
        </details>
      ) : (
        fields
      )}
    </form>
  );
}

function Sender({ offer, code }: OfferPage & { code: QrMatrix }) {
  const { t, language } = useText();
  const { name, licence, phone, whatsapp } = publishedSite()?.settings ?? {};
  const agent = [name || t('brand.name'), licence].filter(Boolean).join(', ');
  return (
    <footer className={styles.sender}>
      <PrintedCode code={code} />
      <p className={styles.agent}>{t('offerPage.sender', { agent })}</p>
      <p>{t('offerPage.until', { day: publicDay(language, offer.until.slice(0, 10)) })}</p>
      <p className={styles.ways}>
        {phone && <a href={phoneLink(phone)}>{phone}</a>}
        {whatsapp && <a href={whatsappLink(whatsapp)}>WhatsApp</a>}
        <a href={`${publicPage('/', language)}#contact`}>{t('offerPage.contact')}</a>
        <a href={publicPage('/privacy', language)}>{t('footer.privacy')}</a>
      </p>
    </footer>
  );
}

/** On paper only: leads from the sheet to the page with its links. */
function PrintedCode({ code }: { code: QrMatrix }) {
  const { t } = useText();
  return (
    <figure className={styles.code}>
      <svg viewBox={`-4 -4.5 ${code.size + 8} ${code.size + 8}`} aria-hidden="true">
        <path stroke="#000" d={qrLine(code)} />
      </svg>
      <figcaption>{t('offerPage.scan')}</figcaption>
    </figure>
  );
}
