import type { ApplicationFieldName } from '#contract/fields/application-fields.ts';
import type { TextAccess } from '#pwa/i18n/text-context.tsx';

const POSITIONS = [
  'goalkeeper',
  'rightBack',
  'centreBack',
  'leftBack',
  'defensiveMidfielder',
  'centralMidfielder',
  'attackingMidfielder',
  'rightWinger',
  'leftWinger',
  'secondStriker',
  'striker',
] as const;

/** The four of the United Kingdom play for themselves. */
const HOME_NATIONS = ['england', 'northernIreland', 'scotland', 'wales'] as const;

/** ISO 3166-1 codes of the other countries, which the browser can name. */
const COUNTRIES =
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FR GA GD GE GH GM GN GQ GR GT GW GY HN HR HT HU ID IE IL IN IQ IR IS IT JM JO JP KE KG KH KI KM KN KP KR KW KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VC VE VN VU WS XK YE ZA ZM ZW';

/** The texts that a field suggests; none for most fields. */
export function choicesOf(
  name: ApplicationFieldName,
  { t, language }: Pick<TextAccess, 't' | 'language'>,
): readonly string[] {
  if (name === 'position') return POSITIONS.map((position) => t(`positions.${position}`));
  if (name !== 'nationality' && name !== 'secondNationality') return [];
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const countries = COUNTRIES.split(' ').map((code) => names.of(code) ?? code);
  const nations = HOME_NATIONS.map((nation) => t(`nations.${nation}`));
  return [...countries, ...nations].sort((one, other) => one.localeCompare(other, language));
}
