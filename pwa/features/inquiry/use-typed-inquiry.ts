import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReportDirty } from '#pwa/ui/fields/dirty-store.ts';
import { readDraft, writeDraft } from './inquiry-draft.ts';
import {
  BLANK_INQUIRY,
  fillInquiry,
  type InquiryText,
  isAboutPlayer,
  isBlank,
  readInquiry,
  textOf,
} from './inquiry-text.ts';
import type { WaitingInquiry } from './send-inquiry.ts';

/**
 * The text of the inquiry form. The controls are uncontrolled, so text typed before the hydration
 * stays. This hook reads them and stores a draft that survives a reload.
 */
export function useTypedInquiry() {
  const form = useRef<HTMLFormElement>(null);
  /** The text as last read; a new object after every read. */
  const text = useRef<InquiryText>(BLANK_INQUIRY);
  /** The message as it was sent before this text: sending this one corrects it. */
  const earlier = useRef<WaitingInquiry | null>(null);
  const [dirty, setDirty] = useState(false);
  /** The initial text of the history fields; null while the history is not included. */
  const [history, setHistory] = useState<InquiryText | null>(null);
  /** The initial answers to the questions about the player; null until the inquiry is about one. */
  const [asked, setAsked] = useState<InquiryText | null>(null);
  useReportDirty(dirty);

  function take(taken: InquiryText): void {
    text.current = taken;
    setDirty(!isBlank(taken));
    setHistory((begun) => (taken.includeHistory ? (begun ?? taken) : null));
    setAsked((begun) => (isAboutPlayer(taken) ? (begun ?? taken) : null));
  }

  /** Reads the form again. */
  function read(): void {
    if (form.current) take(readInquiry(form.current, text.current));
  }

  /** Fills the empty controls with known values. */
  function fill(known: object): void {
    if (!form.current) return;
    fillInquiry(form.current, known);
    take(readInquiry(form.current, textOf(known)));
  }

  /** Stores the draft, with the message that it corrects. */
  function keep(sent = earlier.current): void {
    earlier.current = sent;
    writeDraft(text.current, sent);
  }

  /** Empties the form and removes the draft. */
  function clear(): void {
    form.current?.reset();
    take(BLANK_INQUIRY);
    keep(null);
  }

  const restore = useEffectEvent(() => {
    // The browser's own bubbles are for pages without scripts.
    if (form.current) form.current.noValidate = true;
    const draft = readDraft();
    fill(draft.text);
    // With the text typed before the hydration.
    keep(draft.earlier);
  });
  useEffect(() => restore(), []);

  return { form, text, earlier, dirty, history, asked, read, fill, keep, clear };
}
