import * as v from 'valibot';
import type { CampaignContext } from '#contract/campaign-link.ts';
import { Inquiry, type InquiryDraft } from '#contract/contacts.ts';
import type { Language } from '#contract/vocabulary.ts';

/** What the form holds, as it was typed: text fields '' and boxes unticked at first (F-02). */
export const BLANK_INQUIRY = {
  name: '',
  email: '',
  phone: '',
  inquiryType: '',
  includeHistory: false,
  currentClub: '',
  position: '',
  achievements: '',
  careerGoals: '',
  message: '',
  privacyPolicy: false,
  /** The field that no person sees. */
  website: '',
};
export type InquiryText = typeof BLANK_INQUIRY;
export type InquiryField = keyof InquiryText;

/** The fields that are there only while the history is included (F-04). */
export const HISTORY_FIELDS = ['currentClub', 'position', 'achievements', 'careerGoals'] as const;
export type HistoryField = (typeof HISTORY_FIELDS)[number];

/** What is wrong with each field, in the contract's English (fieldMessage() translates it). */
export type InquiryErrors = Partial<Record<InquiryField, string>>;

/** What goes along with the typed text. */
export interface InquirySetting {
  campaign: CampaignContext;
  language: Language;
  /** How long the form has been open, in milliseconds. */
  openFor: number;
}

/**
 * Reads a form whose controls carry the names of InquiryText. Text of a control that is not on
 * screen stays what it was `before`, so that unticking the history loses nothing.
 */
export function readInquiry(form: HTMLFormElement, before: InquiryText): InquiryText {
  const data = new FormData(form);
  const typed = Object.entries(before).map(([name, value]) => {
    if (typeof value === 'boolean') return [name, data.has(name)];
    return [name, data.get(name) ?? value];
  });
  return Object.fromEntries(typed);
}

/** Puts text into those controls of a form that are still empty; what was typed there wins. */
export function fillInquiry(form: HTMLFormElement, known: object): void {
  for (const [name, value] of Object.entries(textOf(known))) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && typeof value === 'boolean')
      control.checked ||= value;
    else if (isTextControl(control) && typeof value === 'string') control.value ||= value;
  }
}

/** The text of a form that knows this much: a draft, or the body of a message. */
export function textOf(known: object): InquiryText {
  const text = Object.entries(BLANK_INQUIRY).map(([name, blank]) => {
    const value: unknown = (known as Record<string, unknown>)[name];
    return [name, typeof value === typeof blank ? value : blank];
  });
  return Object.fromEntries(text);
}

/** True when nothing was typed or ticked. */
export function isBlank(text: InquiryText): boolean {
  return Object.values(text).every((value) => !value);
}

/**
 * Checks typed text against the contract. Gives the body to send, or what is wrong (F-07 to F-12).
 * Whatever is empty or not known is absent from the body, never null (F-16); the history fields go
 * only along when the history is included.
 */
export function checkInquiry(
  text: InquiryText,
  { campaign, language, openFor }: InquirySetting,
): { body: InquiryDraft } | { errors: InquiryErrors } {
  const { currentClub, position, achievements, careerGoals, ...always } = text;
  const history = text.includeHistory && { currentClub, position, achievements, careerGoals };
  const checked = v.safeParse(Inquiry, { ...always, ...history, ...campaign, language, openFor });
  if (!checked.success) return { errors: firstOfEach(checked.issues) };

  const known = Object.entries(checked.output).filter(([, value]) => value !== null);
  // Every field that is null in the output may be absent from the input.
  return { body: Object.fromEntries(known) as unknown as InquiryDraft };
}

/** True when two bodies say the same, however long the form was open. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withoutTime) === JSON.stringify(other, withoutTime);
}

function withoutTime(key: string, value: unknown): unknown {
  return key === 'openFor' ? undefined : value;
}

function firstOfEach(issues: readonly v.BaseIssue<unknown>[]): InquiryErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) errors[v.getDotPath(issue) ?? ''] ??= issue.message;
  return errors;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isTextControl(control: Element | RadioNodeList | null): control is TextControl {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement
  );
}
