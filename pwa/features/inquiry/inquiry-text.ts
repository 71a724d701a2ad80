import * as v from 'valibot';
import { type Field, namesIn, namesOf, textsIn } from '#contract/fields/field-table.ts';
import { INQUIRY_FIELDS, isForAnother } from '#contract/fields/inquiry-fields.ts';
import type { Language } from '#contract/fields/vocabulary.ts';
import { Inquiry, type InquiryDraft } from '#contract/inquiry.ts';
import type { CampaignContext } from '#contract/paths/campaign-link.ts';

/** The values of the form as they were typed. */
export type InquiryText = {
  [K in InquiryName]: boolean extends v.InferOutput<(typeof INQUIRY_FIELDS)[K]['draft']>
    ? boolean
    : string;
} & {
  privacyPolicy: boolean;
  /** A hidden field: only a bot fills it. */
  website: string;
};
type InquiryName = keyof typeof INQUIRY_FIELDS;
export type InquiryField = keyof InquiryText;

/** The id of a field, for a link to it. */
export function fieldId(name: InquiryField): string {
  return `inquiry-${name}`;
}

/** An empty form: texts are '' and boxes are not ticked. */
export const BLANK_INQUIRY: InquiryText = {
  ...blankFields(),
  privacyPolicy: false,
  website: '',
};

function blankFields() {
  const blanks = namesOf(INQUIRY_FIELDS).map((name) => {
    const { row }: Field = INQUIRY_FIELDS[name];
    return [name, row?.type === 'boolean' ? false : ''];
  });
  return Object.fromEntries(blanks) as Pick<InquiryText, InquiryName>;
}

/** The fields that the form shows only while the history is included. */
const HISTORY_FIELDS: readonly string[] = textsIn(INQUIRY_FIELDS, 'football');

/** The fields that the form shows only for an inquiry about a player. */
const PLAYER_FIELDS: readonly string[] = namesIn(INQUIRY_FIELDS, 'player');

/** True for an inquiry about a player: a type is chosen, and it is not the type of a club. */
export function isAboutPlayer({ inquiryType }: Pick<InquiryText, 'inquiryType'>): boolean {
  return inquiryType !== '' && inquiryType !== 'club_recruitment';
}

/** The error of each wrong field, in the contract's English; fieldMessage() translates it. */
export type InquiryErrors = Partial<Record<InquiryField, string>>;

/** The data that are sent with the typed text. */
export interface InquirySetting {
  campaign: CampaignContext;
  /** In which the visitor writes; unknown by default. */
  language?: Language;
  /** How long the form has been open, in milliseconds; unknown by default. */
  openFor?: number;
  /** The secret of the private link to this inquiry; none by default. */
  linkToken?: string;
}

/**
 * Reads a form whose controls have the names of InquiryText. A control that is not on screen keeps its
 * text from `before`, so that unticking the history loses nothing.
 */
export function readInquiry(form: HTMLFormElement, before: InquiryText): InquiryText {
  const data = new FormData(form);
  const typed = Object.entries(before).map(([name, value]) => {
    if (typeof value === 'boolean') return [name, data.has(name)];
    return [name, data.get(name) ?? value];
  });
  return Object.fromEntries(typed);
}

/** Fills the empty controls of a form; typed text wins. */
export function fillInquiry(form: HTMLFormElement, known: object): void {
  for (const [name, value] of Object.entries(textOf(known))) {
    const control = form.elements.namedItem(name);
    if (control instanceof HTMLInputElement && typeof value === 'boolean')
      control.checked ||= value;
    else if (isTextControl(control) && typeof value === 'string') fillText(control, value);
  }
}

/** Selects the line to be typed in, so that the next letter replaces it. */
function fillText(control: TextControl, value: string): void {
  if (control.value || !value) return;
  control.value = value;
  if (control === document.activeElement && control instanceof HTMLInputElement) control.select();
}

/** A stored draft, or the body of a message, as the text of a form; unknown values are blank. */
export function textOf(known: object): InquiryText {
  const text = Object.entries(BLANK_INQUIRY).map(([name, blank]) => {
    const value: unknown = (known as Record<string, unknown>)[name];
    return [name, typeof value === typeof blank ? value : blank];
  });
  return Object.fromEntries(text);
}

/** True if nothing is typed or ticked. */
export function isBlank(text: InquiryText): boolean {
  return Object.values(text).every((value) => !value);
}

/**
 * Checks typed text against the contract. Gives the body to send, or the errors. Empty values are
 * absent from the body, never null; the history is sent only while it is included.
 */
export function checkInquiry(
  text: InquiryText,
  { campaign, ...rest }: InquirySetting,
): { body: InquiryDraft } | { errors: InquiryErrors } {
  const sent = Object.entries(text).filter(
    ([name]) =>
      (text.includeHistory || !HISTORY_FIELDS.includes(name)) &&
      (isAboutPlayer(text) || !PLAYER_FIELDS.includes(name)) &&
      (isForAnother(text) || name !== 'playerName'),
  );
  const checked = v.safeParse(Inquiry, {
    ...Object.fromEntries(sent),
    ...campaign,
    ...rest,
  });
  if (!checked.success) return { errors: firstOfEach(checked.issues) };

  const known = Object.entries(checked.output).filter(([, value]) => value !== null);
  // Every field that is null in the output may be absent from the input.
  return { body: Object.fromEntries(known) as unknown as InquiryDraft };
}

/** True if two bodies are equal except for what every attempt has of its own. */
export function saysTheSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, withoutOwn) === JSON.stringify(other, withoutOwn);
}

function withoutOwn(key: string, value: unknown): unknown {
  return key === 'openFor' || key === 'linkToken' ? undefined : value;
}

function firstOfEach(issues: readonly v.BaseIssue<unknown>[]): InquiryErrors {
  const errors: Record<string, string> = {};
  for (const { path, message } of issues) errors[String(path?.[0]?.key)] ??= message;
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
