/**
 * The rules of football by which deadlines follow from the days of a mandate and a contract. They change, differ by
 * country and are suspended at times, so each has its source (`shipped-rules.ts`), and the owner edits it. They remind;
 * they block nothing.
 */
export const RULES = [
  'mandate',
  'report',
  'approach',
  'contract',
  'minor',
  'adult',
  'birthday',
] as const;
export type RuleName = (typeof RULES)[number];

/** The value of each rule that is on: days for `report`, years for `adult`, 0 for `birthday`, else months. */
export type Rules = Partial<Record<RuleName, number>>;

/** The values that the product comes with. */
export const SHIPPED: Rules = {
  /** The longest mandate. */
  mandate: 24,
  /** How long after its first day a mandate may be reported. */
  report: 14,
  /** How long before the end of another agent's exclusive mandate the player may be approached. */
  approach: 2,
  /** How long before the end of a contract the player may talk to other clubs. */
  contract: 6,
  /** The age in months from which on a minor may be approached: half a year before the first professional contract. */
  minor: 15 * 12 + 6,
  /** The age at which a player signs without a guardian. */
  adult: 18,
};

/** The least and the greatest value of each rule; a birthday has none. */
export const RULE_BOUNDS: Record<Exclude<RuleName, 'birthday'>, readonly [number, number]> = {
  mandate: [1, 120],
  report: [1, 365],
  approach: [0, 60],
  contract: [1, 60],
  minor: [120, 216],
  adult: [14, 30],
};

/** A rule as it is typed. */
export interface TypedRule {
  isOn: boolean;
  /** A whole number; empty for `birthday`. */
  value: string;
  /** Where the rule stands; empty for a choice of the owner's. */
  source: string;
  /** When the source was last read, `YYYY-MM-DD`; empty likewise. */
  asOf: string;
}

/** What holds: the rules as they came, with those that the owner has changed in their places. */
export function rulesOf(changed: Partial<Record<RuleName, TypedRule>> = {}): Rules {
  const rules = { ...SHIPPED };
  for (const name of RULES) {
    const rule = changed[name];
    if (rule?.isOn) rules[name] = Number(rule.value);
    else if (rule) delete rules[name];
  }
  return rules;
}
