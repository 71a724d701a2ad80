// Pitch markings by the Laws of the Game: a pitch of 105 by 68 m from above, one unit is 10 cm.

/** Half a pitch with its goal, in a box of 0 -30 680 670. */
export const HALF_PITCH =
  'M0 640V0H680V640M138 0V165H542V0M248 0V55H432V0M303 0V-24H377V0M267 165a91 91 0 0 0 146 0M0 525H680M248 525a92 92 0 1 0 184 0 92 92 0 1 0-184 0M337 110a3 3 0 1 0 6 0 3 3 0 1 0-6 0';
/** A player's run past two defenders into the goal, as a tactics board shows it. */
export const RUN = 'M590 640C604 430 604 262 500 224S262 240 214 176 306 90 338 34';
export const ARROW = 'M338 64V34L312 49';
export const DEFENDERS = 'M386 146l22 22M408 146l-22 22M300 128l22 22M322 128l-22 22';
