import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useRef } from 'react';
import { isOpen, type Offer, offersOf } from '#contract/offers/offer.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import type { TextKey } from '#pwa/i18n/text-key.ts';
import { useTextIn } from '#pwa/i18n/use-text-in.ts';
import { mailLink, whatsappLink } from '#pwa/lib/text/contact-links.ts';
import { useNow } from '#pwa/lib/time/clock.ts';
import { useIsOffline } from '#pwa/lib/use-is-offline.ts';
import { useMirror } from '#pwa/local/database/mirror-context.tsx';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { readRow } from '#pwa/local/rows/read-rows.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { Button } from '#pwa/ui/button.tsx';
import { ButtonLink } from '#pwa/ui/button-link.tsx';
import { QrCode } from '#pwa/ui/code/qr-code.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import { eyeIcon } from '#pwa/ui/icons/icons.ts';
import { mailIcon, shareIcon, whatsappIcon } from '#pwa/ui/icons/site-icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { useReach } from '#pwa/ui/reach/use-reach.ts';
import { linkOf } from './offer-link.ts';
import styles from './offers.module.css';

export interface SharedOffer {
  offer: Pick<Offer, 'id' | 'club' | 'contactId' | 'language'>;
  token: string;
}

/** The link of an offer with the ways to pass it on, and whether it works already. */
export function ShareOffer({
  application,
  offer,
  token,
}: SharedOffer & { application: ApplicationRow }) {
  const { t } = useText();
  const state = useRef<HTMLParagraphElement>(null);
  const { club } = offer;
  const url = linkOf(token);
  const { subject, text, whatsapp, mail } = useMessage(application, offer, url);
  const said = useLinkState(application, offer);
  const isOffline = useIsOffline();
  // The button that was pressed is gone.
  useEffect(() => state.current?.focus(), []);
  return (
    <div className={primitives.stack4}>
      <p ref={state} tabIndex={-1} role="status">
        {t(said)}
      </p>
      {said !== 'offers.over' && said !== 'offers.noConsent' && (
        <>
          <p className={styles.link}>{url}</p>
          <div className={styles.ways}>
            {'share' in navigator && (
              <Button
                icon={shareIcon}
                // The person may close the system's own sheet; the other ways stand beside it.
                onClick={() =>
                  void navigator.share({ title: subject, text, url }).catch(console.warn)
                }
              >
                {t('offers.link.share')}
              </Button>
            )}
            <ButtonLink
              variant="secondary"
              icon={whatsappIcon}
              href={whatsapp}
              target="_blank"
              rel="noreferrer"
            >
              {t('applicationDetail.whatsapp')}
            </ButtonLink>
            <ButtonLink variant="secondary" icon={mailIcon} href={mail}>
              {t('applicationDetail.mail')}
            </ButtonLink>
            <CopyButton variant="secondary" text={url} />
            {said === 'offers.link.open' && !isOffline && (
              <ButtonLink variant="secondary" icon={eyeIcon} href={url} target="_blank">
                {t('offers.link.openPage')}
              </ButtonLink>
            )}
          </div>
          {said === 'offers.link.open' && isOffline && (
            <p className={primitives.hint}>{t('offers.link.offline')}</p>
          )}
          <div className={styles.code}>
            <QrCode text={url} width={250} label={t('offers.link.code', { club })} />
          </div>
        </>
      )}
    </div>
  );
}

/** Whether the page opens, as far as this device knows. */
function useLinkState(application: ApplicationRow, { id }: Pick<Offer, 'id'>): TextKey {
  const row = useRecord(application.id)?.row ?? application;
  const now = useNow();
  const offer = offersOf(row).find((one) => one.id === id);
  if (row.offerConsentOn === null) return 'offers.noConsent';
  if (!offer || !isOpen(offer, row, now)) return 'offers.over';
  if (row.waiting === null) return 'offers.link.open';
  return row.waiting === 'refused' ? 'offers.link.refused' : 'offers.link.waiting';
}

/** A message to the club in the language of the page, and the links that write it; to nobody if no inquiry is known. */
function useMessage(
  { playerName: player }: ApplicationRow,
  offer: SharedOffer['offer'],
  url: string,
) {
  const { club, contactId, language } = offer;
  const { t: here } = useText();
  const t = useTextIn(language) ?? here;
  const mirror = useMirror();
  const contact = useLiveQuery(
    () => (contactId === null ? null : readRow(mirror, 'contacts', contactId)),
    [mirror, contactId],
  );
  const subject = t('offers.message.subject', { player, club });
  const text = t('offers.message.text', { player, club });
  const greeting = { subject, text: `${text}\n${url}` };
  const { email = '', phone = null, language: theirs = null } = contact ?? {};
  const ways = useReach({ email, phone, language: theirs, greeting });
  const hrefOf = (which: 'whatsapp' | 'mail') => ways.find(({ how }) => how === which)?.link.href;
  return {
    subject,
    text,
    whatsapp: hrefOf('whatsapp') ?? whatsappLink('', greeting),
    mail: hrefOf('mail') ?? mailLink('', greeting),
  };
}
