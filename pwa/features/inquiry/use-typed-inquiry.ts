import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useReportDirty } from '#pwa/ui/dirty-store.ts';
import { readDraft, writeDraft } from './inquiry-draft.ts';
import {
  BLANK_INQUIRY,
  fillInquiry,
  type InquiryText,
  isBlank,
  readInquiry,
  textOf,
} from './inquiry-text.ts';

/**
 * The text of the inquiry form. The controls are the browser's own and keep it themselves, so that
 * what was typed before React was there stays; this reads them, and keeps a draft that survives a
 * reload.
 */
export function useTypedInquiry() {
  const form = useRef<HTMLFormElement>(null);
  /** The text as last read, a new object after every change. */
  const text = useRef<InquiryText>(BLANK_INQUIRY);
  /** The key of the waiting message that this text became by a try that failed. */
  const became = useRef<string | null>(null);
  const [dirty, setDirty] = useState(false);
  /** While the history is included: the text with which its fields begin. */
  const [history, setHistory] = useState<InquiryText | null>(null);
  useReportDirty(dirty);

  function take(taken: InquiryText): void {
    text.current = taken;
    setDirty(!isBlank(taken));
    setHistory((begun) => (taken.includeHistory ? (begun ?? taken) : null));
  }

  /** Reads the form again. */
  function read(): void {
    if (form.current) take(readInquiry(form.current, text.current));
  }

  /** Fills in what is known, where the form is still empty. */
  function fill(known: object): void {
    if (!form.current) return;
    fillInquiry(form.current, known);
    take(readInquiry(form.current, textOf(known)));
  }

  /** Says which waiting message the text became, and keeps the draft. */
  function keep(key = became.current): void {
    became.current = key;
    writeDraft(text.current, key);
  }

  /** Back to the blank form. */
  function clear(): void {
    form.current?.reset();
    take(BLANK_INQUIRY);
    keep(null);
  }

  const restore = useEffectEvent(() => {
    const draft = readDraft();
    became.current = draft.waiting;
    fill(draft.text);
  });
  useEffect(() => restore(), []);

  return { form, text, became, dirty, history, read, fill, keep, clear };
}
