import type { Application } from '#contract/applications.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { birthdayAfter, daysAfter, daysBetween, monthsAfter } from './days.ts';
import type { RuleName, Rules } from './rules.ts';

/** What a deadline is about. */
export const DEADLINE_KINDS = [
  'mandate-ends',
  'mandate-report',
  'contract-ends',
  'approach',
  'minor',
  'adult',
  'birthday',
] as const;
export type DeadlineKind = (typeof DEADLINE_KINDS)[number];

/** A day that matters for a player. */
export interface Deadline {
  kind: DeadlineKind;
  /** The day itself, `YYYY-MM-DD`. */
  on: string;
  /** The day from which on it is told, not later than `on` but for a mandate that has ended. */
  from: string;
  /** Equal for the same deadline, such as `mandate-ends 2027-01-31 30`: by it a deadline is set aside. */
  key: string;
}

/** What deadlines follow from. */
export type Dated = Pick<
  Application,
  | 'status'
  | 'email'
  | 'dateOfBirth'
  | 'contractUntil'
  | 'mandateFrom'
  | 'mandateUntil'
  | 'mandateReportedOn'
  | 'otherAgentUntil'
>;

/** A mandate is told of so many days before its end, each time anew, and once it has ended. */
const MANDATE_STAGES = [60, 30, 7, 0] as const;
/** So many days before and after it, an age is told. */
const ADULT_BEFORE = 30;
const AGE_AFTER = 14;

/**
 * The days that matter for a player, told or to come, the earliest first. What is over is left out: an ended contract,
 * a reported mandate. So is a player who was rejected, or whose data was erased.
 *
 * @param day today, `YYYY-MM-DD`, where the person is who is reminded
 */
export function deadlinesOf(application: Dated, rules: Rules, day: string): Deadline[] {
  if (application.status === 'rejected' || isAnonymised(application)) return [];
  return DEADLINE_KINDS.flatMap((kind) => {
    const { rule, find } = FINDERS[kind];
    const value = rule ? rules[rule] : 0;
    const found = value === undefined ? null : find(application, value, day);
    if (found === null) return [];
    const { on, from, stage = '' } = found;
    return [{ kind, on, from, key: `${kind} ${on} ${stage}`.trim() }];
  }).sort((one, other) => one.on.localeCompare(other.on));
}

/** Whether a deadline is told on this day. */
export function isTold({ from }: Deadline, day: string): boolean {
  return from <= day;
}

/**
 * From when on another agent's player or a minor may be approached, if that is still to come: the later one of both; null
 * if nothing stands in the way, as far as it is known.
 *
 * @param deadlines of the player, as of `day`
 */
export function approachFrom(deadlines: readonly Deadline[], day: string): Deadline | null {
  return (
    deadlines.findLast(({ kind, on }) => (kind === 'approach' || kind === 'minor') && on > day) ??
    null
  );
}

/** Whether a mandate is longer than the rule, if both of its days are known. */
export function isTooLong(
  { mandateFrom, mandateUntil }: Pick<Dated, 'mandateFrom' | 'mandateUntil'>,
  { mandate }: Rules,
): boolean {
  if (mandate === undefined || mandateFrom === null || mandateUntil === null) return false;
  // The last day of 24 months from Jan 1 is Dec 31.
  return mandateUntil >= monthsAfter(mandateFrom, mandate);
}

interface Found {
  on: string;
  from: string;
  stage?: number;
}

interface Finder {
  /** The rule that must be on; its value is `value`. */
  rule?: RuleName;
  find: (application: Dated, value: number, day: string) => Found | null;
}

const FINDERS: Record<DeadlineKind, Finder> = {
  'mandate-ends': {
    find({ mandateUntil: on }, _, day) {
      if (on === null) return null;
      const left = daysBetween(day, on);
      // After its last day it has ended.
      const stage = left < 0 ? 0 : MANDATE_STAGES.findLast((days) => days > 0 && left <= days);
      if (stage === undefined) return { on, from: daysAfter(on, -MANDATE_STAGES[0]), stage: 60 };
      return { on, from: stage === 0 ? daysAfter(on, 1) : daysAfter(on, -stage), stage };
    },
  },
  'mandate-report': {
    rule: 'report',
    find({ mandateFrom, mandateUntil, mandateReportedOn }, days, day) {
      const isOver = mandateUntil !== null && mandateUntil < day;
      if (mandateFrom === null || mandateReportedOn !== null || isOver) return null;
      return { on: daysAfter(mandateFrom, days), from: mandateFrom };
    },
  },
  'contract-ends': {
    rule: 'contract',
    find({ contractUntil: on }, months, day) {
      return on === null || on < day ? null : { on, from: monthsAfter(on, -months) };
    },
  },
  approach: {
    rule: 'approach',
    find({ otherAgentUntil: until }, months, day) {
      if (until === null || until < day) return null;
      const on = monthsAfter(until, -months);
      return { on, from: on };
    },
  },
  minor: {
    rule: 'minor',
    find: ({ dateOfBirth }, months, day) =>
      ageReached(dateOfBirth && monthsAfter(dateOfBirth, months), day, 0),
  },
  adult: {
    rule: 'adult',
    find: ({ dateOfBirth }, years, day) =>
      ageReached(dateOfBirth && birthdayAfter(dateOfBirth, years), day, ADULT_BEFORE),
  },
  birthday: {
    rule: 'birthday',
    find({ dateOfBirth }, _, day) {
      if (dateOfBirth === null) return null;
      const years = Number(day.slice(0, 4)) - Number(dateOfBirth.slice(0, 4));
      const [on] = [years, years + 1]
        .map((each) => birthdayAfter(dateOfBirth, each))
        .filter((each) => each >= day);
      return on === undefined ? null : { on, from: on };
    },
  },
};

function ageReached(on: string | null, day: string, before: number): Found | null {
  if (on === null || daysAfter(on, AGE_AFTER) < day) return null;
  return { on, from: daysAfter(on, -before) };
}
