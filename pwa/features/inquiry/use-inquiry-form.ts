import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { newLinkToken } from '#contract/fields/ids.ts';
import type { CampaignContext } from '#contract/paths/campaign-link.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { type TextAccess, useText } from '#pwa/i18n/text-context.tsx';
import { dismissToasts, showToast } from '#pwa/ui/toasts/toast-store.ts';
import { isInPageOnly } from '#pwa/visitor/outbox.ts';
import { onSettled } from '#pwa/visitor/settled.ts';
import type { SendResult, VisitorEntry } from '#pwa/visitor/visitor-entry.ts';
import {
  BLANK_INQUIRY,
  checkInquiry,
  type InquiryErrors,
  type InquiryText,
  saysTheSame,
} from './inquiry-text.ts';
import { isInquiry, sendInquiry, type WaitingInquiry } from './send-inquiry.ts';
import { useInquiryErrors } from './use-inquiry-errors.ts';
import { useTypedInquiry } from './use-typed-inquiry.ts';
import type { RefusedInquiry, UnsentInquiries } from './use-unsent-inquiries.ts';

/** How long a message may be in flight before it is shown as waiting, in ms. */
const SLOW = 4_000;

/** The message that was sent last, and the words about it. */
export interface Latest {
  key: string;
  /** `new`: its first try is in flight and not slow. `failed`: a toast has said that it could not be sent. */
  state: 'new' | 'waits' | 'failed' | 'arrived';
  /** The form was on the screen when this became known: its words come into view. */
  isInView: boolean;
}

/**
 * The state and the actions of the inquiry form: check, store, send, and show the outcome.
 *
 * @param campaign gives the campaign of the visit; called when the form is checked
 */
export function useInquiryForm(campaign: () => CampaignContext, unsent: UnsentInquiries) {
  const { t, language } = useText();
  const typed = useTypedInquiry();
  const isSubmitting = useRef(false);
  /** The message whose outcome `submit` shows; background sync must not show it again. */
  const foreground = useRef<WaitingInquiry | null>(null);

  const [openedAt] = useState(timeOfOpening);
  const { errors, refuse, keepErrors } = useInquiryErrors(typed.form);
  const [step, setStep] = useState<'idle' | 'storing' | 'sending'>('idle');
  const [latest, setLatest] = useState<Latest | null>(null);

  const settled = useEffectEvent((entry: VisitorEntry, result: SendResult) => {
    const known = unsent.waiting.some(({ key }) => key === entry.key);
    if (!known || !isInquiry(entry) || entry.key === foreground.current?.key) return;
    if (result.kind === 'sent') {
      showArrived(t, t('contact.waiting.sent', { count: 1 }));
      if (isOnScreen(entry.body)) {
        tell(entry.key, 'arrived');
        clear();
      }
    } else if (result.kind === 'refused') {
      showFailed(t, t('contact.waiting.refused'));
      if (entry.key === typed.earlier.current?.key) typed.keep(null);
    }
  });
  useEffect(() => onSettled((entry, result) => settled(entry, result)), []);

  /** After every input: stores the draft and removes the errors of corrected fields. */
  function follow(): void {
    typed.read();
    typed.keep();
    if (Object.keys(errors).length === 0) return;
    const checked = check();
    keepErrors('errors' in checked ? checked.errors : {});
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSubmitting.current) return;
    // What it says of an earlier message would be read as the answer to this press.
    dismissToasts();
    typed.read();
    const checked = check();
    if ('errors' in checked) return refuse(checked.errors);

    const text = typed.text.current;
    isSubmitting.current = true;
    setStep('storing');
    keepErrors({});
    let slow: ReturnType<typeof setTimeout> | undefined;
    try {
      const result = await sendInquiry(checked.body, {
        replaces: typed.earlier.current,
        onStored: (entry) => {
          const { key } = entry;
          foreground.current = entry;
          setStep('sending');
          tell(key, 'new');
          slow = setTimeout(() => tell(key, 'waits'), SLOW);
          unsent.look();
        },
      });
      finish(result, text);
    } catch (error) {
      // Neither the network nor the disk throws: this is a defect, and the text is still in the form.
      console.error(error);
      setLatest(null);
      showFailed(t);
    } finally {
      clearTimeout(slow);
      isSubmitting.current = false;
      setStep('idle');
      unsent.look();
    }
  }

  function finish(result: SendResult, sent: InquiryText): void {
    const entry = foreground.current;
    if (!entry) return;
    const { key } = entry;
    if (result.kind === 'waiting') foreground.current = null;

    if (result.kind === 'refused') {
      // The form has its text, to be corrected there.
      unsent.discard(key);
      refuseAnswer(result.problem);
    } else if (result.kind === 'waiting' && isInPageOnly()) {
      // Closing the page loses the message: its text stays.
      typed.keep(entry);
      tell(key, 'waits');
      showQueued(t);
    } else if (result.kind === 'waiting' && navigator.onLine) {
      typed.keep(entry);
      tell(key, 'failed');
      console.error('The inquiry waits: it could not be sent.');
      showFailed(t);
    } else {
      const hasArrived = result.kind === 'sent';
      tell(key, hasArrived ? 'arrived' : 'waits');
      if (hasArrived) showArrived(t);
      else showQueued(t);
      // Text that changed while the message was in flight corrects it.
      if (typed.text.current === sent) clear();
      else typed.keep(entry);
    }
  }

  function tell(key: string, state: Latest['state']): void {
    // Measured before the form gets shorter; receipts and waiting messages stand below it.
    const place = typed.form.current?.parentElement?.getBoundingClientRect();
    const isInView = place !== undefined && place.top < innerHeight && place.bottom > 0;
    setLatest({ key, state, isInView });
  }

  function refuseAnswer(problem: ReceivedProblem): void {
    typed.keep(null);
    console.error('The inquiry was refused:', problem);
    const wrong = fieldErrors(problem);
    if (Object.keys(wrong).length > 0) refuse(wrong);
    else showFailed(t);
  }

  function clear(): void {
    typed.clear();
    keepErrors({});
  }

  /** Puts a refused message back into the form, which must be empty. */
  function correct({ key, body, problem }: RefusedInquiry): void {
    typed.fill(body);
    typed.keep();
    refuse(fieldErrors(problem));
    unsent.discard(key);
  }

  function check() {
    const openFor = Math.round(performance.now() - openedAt);
    const linkToken = newLinkToken();
    return checkInquiry(typed.text.current, { campaign: campaign(), language, openFor, linkToken });
  }

  function isOnScreen(body: unknown): boolean {
    const checked = check();
    return 'body' in checked && saysTheSame(checked.body, body);
  }

  const { form, dirty, history, asked } = typed;
  return { form, dirty, history, asked, errors, step, latest, submit, follow, correct };
}

/** The server's messages about fields of this form. */
function fieldErrors({ fields = {} }: ReceivedProblem): InquiryErrors {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in BLANK_INQUIRY));
}

/** When the form was first shown, in ms since the page load; 0 if it was prerendered. */
function timeOfOpening(): number {
  if (typeof document === 'undefined' || document.querySelector('form[data-inquiry]')) return 0;
  return performance.now();
}

type T = TextAccess['t'];

/** The server has accepted the message. */
function showArrived(t: T, description = t('contact.success.description')): void {
  showToast({ title: t('contact.success.title'), description });
}

/** The message is in the outbox: on this device, or only in this page if the disk refuses it. */
function showQueued(t: T): void {
  if (isInPageOnly()) {
    const description = t('contact.waiting.inPage.text');
    showToast({ title: t('contact.waiting.inPage.title'), description });
  } else {
    showToast({ title: t('contact.waiting.title'), description: t('contact.waiting.saved') });
  }
}

/** The message was refused or not sent. */
function showFailed(t: T, description = t('contact.error.description')): void {
  showToast({ title: t('contact.error.title'), description, kind: 'destructive' });
}
