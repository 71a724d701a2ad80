import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CampaignContext } from '#contract/campaign-link.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import { useText } from '#pwa/i18n/text-context.tsx';
import { showToast } from '#pwa/ui/toast-store.ts';
import { onSettled, type SendResult, type VisitorEntry } from '#pwa/visitor/outbox.ts';
import { keptInPageOnly } from '#pwa/visitor/store.ts';
import {
  BLANK_INQUIRY,
  checkInquiry,
  type InquiryErrors,
  type InquiryText,
  saysTheSame,
} from './inquiry-text.ts';
import { isInquiry, sendInquiry } from './send-inquiry.ts';
import { useTypedInquiry } from './use-typed-inquiry.ts';
import type { RefusedInquiry, UnsentInquiries } from './use-unsent-inquiries.ts';

/**
 * What the inquiry form does: check, keep, send, and say truthfully what became of it (F-07 to F-20,
 * W-14).
 *
 * @param campaign the campaign through which the visit began, asked for when the form is sent
 */
export function useInquiryForm(campaign: () => CampaignContext, unsent: UnsentInquiries) {
  const { t, language } = useText();
  const typed = useTypedInquiry();
  const running = useRef(false);
  /** The message whose end `submit` tells, so that it is not told twice. */
  const telling = useRef<string | null>(null);

  const [openedAt] = useState(timeOfOpening);
  const [errors, setErrors] = useState<InquiryErrors>({});
  const [sending, setSending] = useState(false);
  /** The last message has arrived, and nothing was typed since: the toast goes, this stays. */
  const [arrived, setArrived] = useState(false);
  /** Counts what was refused: each time the focus goes to the first wrong field. */
  const [refusals, setRefusals] = useState(0);

  useEffect(() => {
    const wrong = refusals > 0 && typed.form.current?.querySelector('[aria-invalid=true]');
    if (wrong instanceof HTMLElement) wrong.focus();
  }, [refusals, typed.form]);

  const settled = useEffectEvent((entry: VisitorEntry, result: SendResult) => {
    const known = unsent.waiting.some(({ key }) => key === entry.key);
    if (!known || !isInquiry(entry) || entry.key === telling.current) return;
    if (result.kind === 'sent') {
      showToast({
        title: t('contact.success.title'),
        description: t('contact.waiting.sent', { count: 1 }),
      });
      if (isOnScreen(entry.body)) clear();
    } else if (result.kind === 'refused') {
      fail(t('contact.waiting.refused'));
    }
    if (entry.key === typed.became.current) typed.keep(null);
  });
  useEffect(() => onSettled((entry, result) => settled(entry, result)), []);

  /** After every input: keeps the draft, and takes back the errors that are mended. */
  function follow(): void {
    setArrived(false);
    typed.read();
    typed.keep();
    if (Object.keys(errors).length === 0) return;
    const checked = check();
    const left = Object.entries('errors' in checked ? checked.errors : {});
    setErrors((shown) => Object.fromEntries(left.filter(([name]) => name in shown)));
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (running.current) return;
    typed.read();
    const checked = check();
    if ('errors' in checked) return refuse(checked.errors);

    const text = typed.text.current;
    running.current = true;
    setSending(true);
    setArrived(false);
    setErrors({});
    try {
      const result = await sendInquiry(checked.body, {
        replaces: typed.became.current,
        onKept: (key) => {
          telling.current = key;
          unsent.look();
        },
      });
      finish(result, text);
    } catch (error) {
      // Not the network, which ends as `waiting`: this phone could not even keep the message.
      console.error(error);
      fail(t('contact.waiting.notSaved'));
    } finally {
      running.current = false;
      setSending(false);
      unsent.look();
    }
  }

  function finish(result: SendResult, sent: InquiryText): void {
    const key = telling.current;
    if (result.kind === 'waiting') telling.current = null;

    if (result.kind === 'refused') {
      // Its text is in the form, where it is corrected.
      if (key) unsent.discard(key);
      refuseAnswer(result.problem);
    } else if (result.kind === 'waiting' && navigator.onLine) {
      typed.keep(key);
      console.error('The inquiry could not be sent; it is kept and will be tried again.');
      fail();
    } else {
      tellEnd(result.kind === 'sent');
      // Text that was changed while the message was under way is another message.
      if (typed.text.current === sent) clear();
      else typed.keep(null);
      setArrived(result.kind === 'sent');
    }
  }

  function refuseAnswer(problem: ReceivedProblem): void {
    typed.keep(null);
    console.error('The inquiry was refused:', problem);
    const wrong = fieldErrors(problem);
    if (Object.keys(wrong).length > 0) refuse(wrong);
    else fail();
  }

  function tellEnd(sent: boolean): void {
    if (sent) {
      const description = t('contact.success.description');
      showToast({ title: t('contact.success.title'), description });
    } else if (keptInPageOnly()) {
      const description = t('contact.waiting.inPage.text');
      showToast({ title: t('contact.waiting.inPage.title'), description });
    } else {
      showToast({ title: t('contact.waiting.title'), description: t('contact.waiting.saved') });
    }
  }

  function fail(description = t('contact.error.description')): void {
    showToast({ title: t('contact.error.title'), description, kind: 'destructive' });
  }

  function refuse(wrong: InquiryErrors): void {
    setErrors(wrong);
    setRefusals((count) => count + 1);
  }

  function clear(): void {
    typed.clear();
    setErrors({});
  }

  /** Puts a message that was not accepted back into the form, which must be empty. */
  function correct({ key, body, problem }: RefusedInquiry): void {
    typed.fill(body);
    typed.keep();
    refuse(fieldErrors(problem));
    unsent.discard(key);
  }

  function check() {
    const openFor = Math.round(performance.now() - openedAt);
    return checkInquiry(typed.text.current, { campaign: campaign(), language, openFor });
  }

  function isOnScreen(body: unknown): boolean {
    const checked = check();
    return 'body' in checked && saysTheSame(checked.body, body);
  }

  const { form, dirty, history } = typed;
  return { form, dirty, history, errors, sending, arrived, submit, follow, correct };
}

/** What the server says about fields that are on screen. */
function fieldErrors({ fields = {} }: ReceivedProblem): InquiryErrors {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => name in BLANK_INQUIRY));
}

/** When the form came before the visitor, in ms: with the page itself if it was prerendered. */
function timeOfOpening(): number {
  if (typeof document === 'undefined' || document.querySelector('form[data-inquiry]')) return 0;
  return performance.now();
}
