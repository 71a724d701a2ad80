import { type RuleName, SHIPPED, type TypedRule } from './rules.ts';

const FFAR = 'FIFA Football Agent Regulations';
/** When these sources were read. */
const READ = '2026-11-30';

/** The rules that the product comes with, with their sources. */
export const SHIPPED_RULES: Record<RuleName, TypedRule> = {
  mandate: shipped('mandate', `${FFAR}, Article 12 (3)`),
  report: shipped('report', `${FFAR}, Article 16 (2) j`),
  approach: shipped('approach', `${FFAR}, Article 16 (1) b`),
  contract: shipped(
    'contract',
    'FIFA Regulations on the Status and Transfer of Players, Article 18 (3)',
  ),
  // Other countries have other ages for the first professional contract.
  minor: shipped('minor', `${FFAR}, Article 13 (1); Spain: first contract at 16`),
  adult: shipped('adult'),
  birthday: shipped('birthday'),
};

function shipped(name: RuleName, source = ''): TypedRule {
  const value = SHIPPED[name];
  return {
    isOn: value !== undefined,
    value: String(value ?? ''),
    source,
    asOf: source && READ,
  };
}
