import type * as v from 'valibot';
import type { Application, getApplication, HistoryEntry } from '#contract/applications.ts';
import type { Campaign } from '#contract/campaigns.ts';
import type { Contact } from '#contract/contacts.ts';
import type { ReceivedProblem } from '#contract/problems.ts';
import type { SavedView } from '#contract/views.ts';
import type { TextKey, TextValues } from '#pwa/i18n/text-key.ts';
import type { DisputedValue, ListName, Queued, Rows, Subject } from '#pwa/local/database/rows.ts';

/**
 * Defines a kind of change. Queue, overlay, push, questions, undo and the Waiting changes page ask
 * the definition; none of them knows a kind by name.
 *
 * The parameter of `id` states the types of `body` and `seen`; all else follows from it.
 */
export function defineChange<Type extends string, Body, Seen, Reply>(
  definition: Definition<Type, Body, Seen, Reply>,
) {
  return {
    ...definition,
    /** A change of this kind, for `queue`. `seen` may be the whole row. */
    make: (body: Body, seen: Seen): Change<Type, Body, Seen> => ({
      type: definition.type,
      body,
      seen: definition.sees ? fieldsOf(seen, definition.sees) : seen,
    }),
  };
}

/** What a person did: the body of the documented request, and what they saw when they did it. */
export interface Change<Type extends string = string, Body = unknown, Seen = unknown> {
  type: Type;
  body: Body;
  seen: Seen;
}

/** The part of a change that most of a definition needs. */
export type Made<Body, Seen> = Pick<Change<string, Body, Seen>, 'body' | 'seen'>;

/** The same of a change in the outbox. */
type Entry<Body, Seen> = Made<Body, Seen> & Pick<Queued, 'key' | 'queuedAt' | 'saysSeen'>;

/**
 * One kind of change. Its functions are methods, so that TypeScript lets generic code hold every kind
 * as a `Definition`.
 */
interface Kind<Type extends string, Body, Seen, Reply> {
  readonly type: Type;
  readonly endpoint: {
    readonly method: Queued['method'];
    readonly path: string;
    readonly reply?: v.GenericSchema<unknown, Reply>;
  };
  /** The list of the record that it changes. */
  readonly list: Subject;
  /** The id of that record: names its lane and fills `:id` of the path. */
  id(change: Made<Body, Seen>): string | number;
  /** The id of a part of the record: fills the parameter at the end of the path. */
  part?(change: Made<Body, Seen>): string;
  /** The fields of the row that `seen` keeps; the row as it is if not set. */
  readonly sees?: readonly string[];
  /** The mirrored lists that it changes on the server; `list` alone if not set. */
  readonly touches?: readonly ListName[];

  /**
   * The record that it creates. Undo also drops the queued changes to that record, because they have
   * nothing left to change.
   */
  readonly makes?: {
    readonly list: ListName;
    id(change: Made<Body, Seen>): string | number;
    row(entry: Entry<Body, Seen>): Application | Campaign;
  };
  /** A record of another list that it changes, too; null for none. */
  readonly also?: {
    readonly list: ListName;
    id(change: Made<Body, Seen>): string | number | null;
  };
  /** A second change of this kind is dropped while the first one is queued. */
  readonly once?: true;
  /** It takes the place of the refused changes of its lane. */
  readonly replacesRefused?: true;
  /** The lane in which the record is made, if that has to arrive first; null if not. */
  after?(change: Made<Body, Seen>): string | null;
  /**
   * Two people have set the same field. True: this change's value stands until the person decides, and another change of
   * the field decides at once. If not set, the other person's value stands.
   */
  readonly prevails?: true;
  /** The body of the request; `body` if not set. */
  request?(entry: Entry<Body, Seen>): unknown;

  /** The row as the person sees it while the change is queued; undefined when it is deleted. */
  readonly overlay?: {
    applications?(row: Application, entry: Entry<Body, Seen>): Application;
    contacts?(row: Contact, entry: Entry<Body, Seen>): Contact;
    campaigns?(row: Campaign, entry: Entry<Body, Seen>): Campaign | undefined;
    views?(entry: Entry<Body, Seen>): SavedView | undefined;
  };
  /** The history entry that the person sees while the change is queued; null for none. */
  history?(change: Made<Body, Seen>, before: Application['status'] | undefined): SaidEntry | null;

  /** What the server's reply does to the mirror; the row of `list`, and of an edit its `conflicts`, if not set. */
  accept?(reply: Reply, change: Made<Body, Seen>): Answer;
  /** When a refusal means that the record is already as the person wants it. */
  readonly alreadyDone?: {
    mayBe(change: Made<Body, Seen>, problem: ReceivedProblem['code']): boolean;
    /** Reads the record to be sure; without it the refusal is proof enough. */
    readonly check?: {
      readonly read: typeof getApplication;
      isDone(row: Application, change: Made<Body, Seen>): boolean;
    };
  };
  /** The texts of its question and of both answers; the general ones, which name both values, if not set. */
  readonly asks?: QuestionTexts;
  /** The value of a disputed field in the person's language; the value itself if not set. */
  showValue?(value: string, text: Text, field: string): string;

  /** The act, in the person's language. */
  describe(change: Made<Body, Seen>, text: Text): string;
  /**
   * The title of its toast, with the name of the record or "3 applications": "{name}: {describe}" if not set.
   */
  title?(change: Made<Body, Seen>, text: Text, name: string): string;
  /** What the toast adds once the server has accepted the change; that it is sent, if not set. */
  done?(change: Made<Body, Seen>, text: Text, name: string): string;
  /** The texts of a refusal. `why` takes the reason as `message`. */
  readonly failed?: { title: TextKey; why?: TextKey };
  /**
   * The change that takes this one back at the server. It carries `seen`, so it asks when another person has
   * changed the record meanwhile. Null for a change that stays.
   */
  reverse?(change: Made<Body, Seen>, text: Text): Change | null;
  /** A note that belongs to the description. */
  note?(change: Made<Body, Seen>): string | null;
  /** The name of the record if the change has it; otherwise it is read from the mirror. */
  name?(change: Made<Body, Seen>, text: Text): string;
}

/** What an entry of the history says; a member that is left out is null. */
type SaidEntry = Pick<HistoryEntry, 'applicationId' | 'previousStatus' | 'newStatus'> &
  Partial<Pick<HistoryEntry, 'notes' | 'reason' | 'edits'>>;

/** Of a kind with fields that a person edits. */
interface WithFields<Body, Seen> {
  /** The label of a field in a form. */
  label(field: string): TextKey;
  /** The texts of `body` that a person may correct before they are sent, by field. */
  readonly texts?: Readonly<Record<string, TextOptions>>;
  /** Of an edit: a change of the same kind that sets these fields of the row as it is now. */
  amend?(row: Rows[ListName], fields: Record<string, DisputedValue>): Made<Body, Seen>;
}

type WithoutFields = { [Name in keyof WithFields<unknown, unknown>]?: undefined };

/** A kind of change: all that the product must know about it. */
export type Definition<
  Type extends string = string,
  Body = unknown,
  Seen = unknown,
  Reply = unknown,
> = Kind<Type, Body, Seen, Reply> & (WithFields<Body, Seen> | WithoutFields);

/** What a reply says. Everything is written in the transaction that removes the entry. */
export interface Answer {
  /** Rows of the mirror, by list. */
  rows?: Partial<Rows>;
  history?: HistoryEntry;
  /** The record was deleted. */
  isGone?: boolean;
  /** Fields that another person has set, too. */
  disputed?: readonly string[];
  /** That person's values; those of the row if not set. */
  theirs?: Readonly<Record<string, DisputedValue>>;
  /** The record was as the change wants it before: there is nothing to undo. */
  already?: true | undefined;
}

/** The texts of a question. A hint says what an answer comes to. */
export interface QuestionTexts {
  text: TextKey;
  mine: TextKey;
  theirs: TextKey;
  mineHint?: TextKey;
  theirsHint?: TextKey;
}

/** How one text is edited; an optional text on one line if nothing is set. */
export interface TextOptions {
  isLong?: boolean;
  isRequired?: boolean;
  type?: 'email' | 'tel' | 'date' | 'number';
  /** The words of a choice; each has a text in `choices` of office.json. */
  choices?: readonly string[];
}

/** The text of a key in the person's language. */
export type Text = (key: TextKey, values?: TextValues) => string;

/** A copy with some fields only. */
export function fieldsOf<Values>(values: Values, names: readonly string[]): Values {
  const all = { ...values } as Record<string, unknown>;
  // The definition names the fields that its kind needs.
  return Object.fromEntries(names.map((name) => [name, all[name]])) as Values;
}
