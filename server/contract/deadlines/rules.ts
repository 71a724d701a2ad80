/**
 * The rules of football by which deadlines follow from the days of a mandate and a contract. They change, differ by
 * country and are suspended at times, so each has its source, and the owner edits it. They remind; they block nothing.
 */
export const RULES = ['mandate', 'report', 'approach', 'contract', 'adult', 'birthday'] as const;
export type RuleName = (typeof RULES)[number];

/** A rule as it is typed. */
export interface TypedRule {
  isOn: boolean;
  /** A whole number: days for `report`, years for `adult`, else months; empty for `birthday`. */
  value: string;
  /** Where the rule stands; empty for a choice of the owner's. */
  source: string;
  /** When the source was last read, `YYYY-MM-DD`; empty likewise. */
  asOf: string;
}

const FFAR = 'FIFA Football Agent Regulations';

/** What the product comes with. */
export const SHIPPED_RULES: Record<RuleName, TypedRule> = {
  /** The longest mandate. */
  mandate: { isOn: true, value: '24', source: `${FFAR}, Article 12 (3)`, asOf: '2026-11-30' },
  /** How long after its first day a mandate may be reported. */
  report: { isOn: true, value: '14', source: `${FFAR}, Article 16 (2) j`, asOf: '2026-11-30' },
  /** How long before the end of another agent's exclusive mandate the player may be approached. */
  approach: { isOn: true, value: '2', source: `${FFAR}, Article 16 (1) b`, asOf: '2026-11-30' },
  /** How long before the end of a contract the player may talk to other clubs. */
  contract: {
    isOn: true,
    value: '6',
    source: 'FIFA Regulations on the Status and Transfer of Players, Article 18 (3)',
    asOf: '2026-11-30',
  },
  /** The age at which a player signs without a guardian. */
  adult: { isOn: true, value: '18', source: '', asOf: '' },
  birthday: { isOn: false, value: '', source: '', asOf: '' },
};

/** The value of each rule that is on; one that is off has none. */
export type Rules = Partial<Record<RuleName, number>>;

/** What holds: the rules as they came, with those that the owner has changed in their places. */
export function rulesOf(changed: Partial<Record<RuleName, TypedRule>> = {}): Rules {
  const rules = RULES.flatMap((name) => {
    const { isOn, value } = changed[name] ?? SHIPPED_RULES[name];
    return isOn ? [[name, Number(value)]] : [];
  });
  return Object.fromEntries(rules);
}
