import { daysAfter } from './days.ts';
import { DEADLINE_KINDS } from './deadlines.ts';

/** A transfer window, as the owner has entered it. */
export interface TransferWindow {
  /** The name of a country, in any of the product's languages. */
  country: string;
  /** Its first and its last day, `YYYY-MM-DD`. */
  opens: string;
  closes: string;
}

/** A window is told of by its first and by its last day. */
export const WINDOW_KINDS = ['window-opens', 'window-closes'] as const;

/** All that is told by its day, in a calendar, too. */
export const DATED_KINDS = [...DEADLINE_KINDS, ...WINDOW_KINDS] as const;

/** The first or the last day of a window. */
export interface WindowDay {
  kind: (typeof WINDOW_KINDS)[number];
  country: string;
  /** `YYYY-MM-DD`. */
  on: string;
  /** The day from which on it is told, up to the day itself. */
  from: string;
  /** Equal for the same day, such as `window-closes Spain 2027-01-31`: by it a day is set aside. */
  key: string;
}

/** So many days before its day each is told. */
const OPENS_BEFORE = 7;
const CLOSES_BEFORE = 14;

/** The days of windows that are to come, told or not, the earliest first. */
export function windowDaysOf(windows: readonly TransferWindow[], day: string): WindowDay[] {
  return windows
    .flatMap(({ country, opens, closes }) => [
      dayOf('window-opens', country, opens, OPENS_BEFORE),
      dayOf('window-closes', country, closes, CLOSES_BEFORE),
    ])
    .filter(({ on }) => on >= day)
    .sort((one, other) => one.on.localeCompare(other.on));
}

function dayOf(kind: WindowDay['kind'], country: string, on: string, before: number): WindowDay {
  return { kind, country, on, from: daysAfter(on, -before), key: `${kind} ${country} ${on}` };
}
