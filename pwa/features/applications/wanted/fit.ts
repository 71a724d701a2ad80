import type { Wanted } from '#contract/contacts.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { isOneOf, STATUSES } from '#contract/fields/vocabulary.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { positionsIn } from '#pwa/lib/text/positions.ts';
import { ageOf } from '#pwa/lib/time/dates.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';

/** What a club asks about a player. */
export const ASKED = ['position', 'age', 'foot'] as const;
export type Asked = (typeof ASKED)[number];

/** A player who may be what a club looks for. */
export interface Fit {
  application: ApplicationRow;
  /** What is not known about the player, of what the club asks. */
  unknown: readonly Asked[];
}

/**
 * The players who fit by what is known: none who differs in a thing that the club asks, or of whom all of it is unknown.
 * Those of whom most is known come first, among them those who are nearest to a signature.
 *
 * @param today `YYYY-MM-DD` on this device
 */
export function playersWhoFit(
  wanted: Wanted,
  rows: readonly ApplicationRow[],
  today: string,
): Fit[] {
  const asked = ASKED.filter((what) => isAsked[what](wanted));
  return rows
    .filter((row) => row.status !== 'rejected' && !row.removedAt && !isAnonymised(row))
    .flatMap((application): Fit[] => {
      const answers = asked.map((what) => fits[what](wanted, application, today));
      if (answers.includes(false) || !answers.includes(true)) return [];
      return [{ application, unknown: asked.filter((_, at) => answers[at] === null) }];
    })
    .sort(
      (one, other) =>
        one.unknown.length - other.unknown.length ||
        rankOf(other) - rankOf(one) ||
        one.application.playerName.localeCompare(other.application.playerName),
    );
}

/** Whether anything is asked. */
export function isAnythingAsked(wanted: Wanted): boolean {
  return ASKED.some((what) => isAsked[what](wanted));
}

function rankOf({ application: { status } }: Fit): number {
  return STATUSES.findIndex((each) => isOneOf([each], status));
}

const isAsked: Record<Asked, (wanted: Wanted) => boolean> = {
  position: ({ wantedPosition }) => Boolean(wantedPosition),
  age: ({ wantedAgeFrom, wantedAgeTo }) => Boolean(wantedAgeFrom ?? wantedAgeTo),
  foot: ({ wantedFoot }) => Boolean(wantedFoot),
};

/** Whether a player is what is asked; null if it is not known. */
type Answer = boolean | null;

const fits: Record<Asked, (wanted: Wanted, row: ApplicationRow, today: string) => Answer> = {
  position: ({ wantedPosition }, { position }) =>
    position ? isSamePosition(wantedPosition ?? '', position) : null,
  age({ wantedAgeFrom, wantedAgeTo }, { dateOfBirth }, today) {
    if (!dateOfBirth) return null;
    const age = ageOf(dateOfBirth, today);
    return age >= (wantedAgeFrom ?? 0) && age <= (wantedAgeTo ?? Infinity);
  },
  foot: ({ wantedFoot }, { foot }) => (foot ? foot === wantedFoot || foot === 'both' : null),
};

/** By words in any language, else by the text itself; null if one of the texts names no position. */
function isSamePosition(wanted: string, played: string): Answer {
  const [asked, known] = [positionsIn(wanted), positionsIn(played)];
  if (asked.size > 0 && known.size > 0) return [...asked].some((position) => known.has(position));
  return foldText(played).includes(foldText(wanted)) || null;
}
