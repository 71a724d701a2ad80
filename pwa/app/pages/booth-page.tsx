import { useCallback, useEffect, useRef, useState } from 'react';
import { REPLY_WITHIN } from '#contract/fields/inquiry-fields.ts';
import { shownLanguages } from '#contract/fields/language.ts';
import { referenceOf } from '#contract/fields/references.ts';
import { isLanguage, type Language } from '#contract/fields/vocabulary.ts';
import { AT_STAND } from '#contract/handed-over.ts';
import { UnlockSheet } from '#pwa/features/auth/unlock-sheet.tsx';
import { privateLink } from '#pwa/features/inquiry/private-link.ts';
import type { WaitingInquiry } from '#pwa/features/inquiry/send-inquiry.ts';
import { StandForm } from '#pwa/features/inquiry/stand-form.tsx';
import { ownName } from '#pwa/i18n/language-names.ts';
import { useTextStore } from '#pwa/i18n/office-text-provider.tsx';
import { weekdayAndTime } from '#pwa/i18n/public-dates.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { Brand } from '#pwa/landing/brand.tsx';
import { publishedSite } from '#pwa/lib/published-site.ts';
import { serverNow } from '#pwa/lib/time/server-clock.ts';
import type { HandedOver } from '#pwa/session/handed-over.ts';
import { Button } from '#pwa/ui/button.tsx';
import { QrCode } from '#pwa/ui/code/qr-code.tsx';
import { Icon } from '#pwa/ui/icons/icon.tsx';
import { checkCircleIcon, clockIcon, keyIcon } from '#pwa/ui/icons/icons.ts';
import primitives from '#pwa/ui/primitives.module.css';
import { useScreenOn } from '#pwa/ui/screen/use-screen-on.ts';
import { useTitle } from '#pwa/ui/screen/use-title.ts';
import styles from './booth-page.module.css';

/** After so long without a touch the next visitor begins, in ms: in the form, and while the thanks are scanned. */
const FORM_TIMEOUT = 3 * 60_000;
const THANKS_TIMEOUT = 60_000;

type Step =
  | { name: 'welcome' }
  | { name: 'form' }
  | { name: 'thanks'; inquiry: WaitingInquiry; hasArrived: boolean };

/**
 * The agent's device in a visitor's hands: a choice of language, the inquiry form, thanks, and the next visitor. It
 * shows nothing of the back office and makes none of its calls but the one that asks whether the device was lost.
 */
export function BoothPage({ at }: { at: HandedOver }) {
  const { t, language } = useText();
  const texts = useTextStore();
  const [step, setStep] = useState<Step>({ name: 'welcome' });
  const [isUnlocking, setUnlocking] = useState(false);
  const begin = useCallback(() => {
    setStep({ name: 'welcome' });
    if (isLanguage(at.language)) void texts.show(at.language);
  }, [texts, at]);
  useTitle(t('booth.title'));
  useScreenOn();
  useIdle(step, begin);
  const main = useRef<HTMLElement>(null);
  // What had the focus is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each step anew.
  useEffect(() => main.current?.focus({ preventScroll: true }), [step.name]);

  function choose(wanted: Language): void {
    // Not as a choice for this device: it is the visitor's.
    void texts.show(wanted).finally(() => setStep({ name: 'form' }));
  }

  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
        {step.name === 'form' && (
          <Button variant="quiet" onClick={begin}>
            {t('booth.startAgain')}
          </Button>
        )}
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        {step.name === 'welcome' && (
          <>
            <h1 className={styles.title}>{t('booth.title')}</h1>
            <ul className={`${primitives.stack3} ${styles.languages}`}>
              {shownLanguages(publishedSite()?.settings.hiddenLanguages).map((each) => (
                <li key={each}>
                  <Button
                    size="large"
                    variant={each === language ? 'primary' : 'secondary'}
                    lang={each}
                    onClick={() => choose(each)}
                  >
                    {ownName(each)}
                  </Button>
                </li>
              ))}
            </ul>
          </>
        )}
        {step.name === 'form' && (
          <>
            <h1 className={styles.title}>{t('contact.form.title')}</h1>
            <StandForm
              campaign={{ ...at.campaign, utmMedium: AT_STAND }}
              isVisitorHere
              submitLabel={t('contact.form.submit')}
              onDone={(inquiry, hasArrived) => setStep({ name: 'thanks', inquiry, hasArrived })}
            />
          </>
        )}
        {step.name === 'thanks' && <Thanks {...step} onNext={begin} />}
      </main>
      <footer className={styles.footer}>
        <Button variant="quiet" icon={keyIcon} onClick={() => setUnlocking(true)}>
          {t('booth.forAgent')}
        </Button>
      </footer>
      {isUnlocking && <UnlockSheet onClose={() => setUnlocking(false)} />}
    </div>
  );
}

interface ThanksProps {
  inquiry: WaitingInquiry;
  hasArrived: boolean;
  onNext: () => void;
}

/** The private link stands in a code alone: it goes with the visitor. */
function Thanks({ inquiry: { key, body }, hasArrived, onNext }: ThanksProps) {
  const { t, language } = useText();
  useEffect(() => {
    // The form before is longer than the screen. Some browsers return a promise, which is no clean-up.
    scrollTo(0, 0);
  }, []);
  const [until] = useState(() => weekdayAndTime(language, serverNow() + REPLY_WITHIN));
  return (
    <div className={styles.thanks} role="status">
      <Icon shape={hasArrived ? checkCircleIcon : clockIcon} />
      <h1 className={styles.title}>{t('booth.thanks')}</h1>
      <p>{hasArrived ? t('contact.receipt.title', { moment: until }) : t('booth.kept')}</p>
      <p>{t('contact.receipt.reference', { reference: referenceOf(key) })}</p>
      {body.linkToken && (
        <>
          <QrCode
            text={privateLink(language, body.linkToken)}
            width={250}
            label={t('sentInquiry.title')}
          />
          <p>{t(hasArrived ? 'booth.scan' : 'booth.scanLater')}</p>
          <p className={primitives.hint}>{t('contact.receipt.link')}</p>
        </>
      )}
      <Button size="large" onClick={onNext}>
        {t('booth.next')}
      </Button>
    </div>
  );
}

/** Calls `onIdle` when the device was not touched for a while, so that the next visitor finds an empty form. */
function useIdle({ name }: Step, onIdle: () => void): void {
  useEffect(() => {
    if (name === 'welcome') return;
    let timer: ReturnType<typeof setTimeout>;
    function wait(): void {
      clearTimeout(timer);
      timer = setTimeout(onIdle, name === 'form' ? FORM_TIMEOUT : THANKS_TIMEOUT);
    }
    wait();
    const events = ['pointerdown', 'keydown', 'input', 'scroll'] as const;
    for (const event of events) addEventListener(event, wait, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, wait, { capture: true });
    };
  }, [name, onIdle]);
}
