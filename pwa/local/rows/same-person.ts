import type { Application } from '#contract/applications.ts';
import { playerOf } from '#contract/conversion.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { emailKey } from '#contract/values/email.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { hasCountryCode, numbersIn } from '#contract/values/phone.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { readPeople } from './read-rows.ts';

/** A player, and the record that the search leaves out. */
export interface Whose {
  email: string;
  phone: string | null;
  /** Of the player, whoever has written. */
  name: string;
  /** They rank others with that name. */
  currentClub: string | null;
  position: string | null;
  dateOfBirth?: string | null;
  /** The record and its counterpart of a conversion; null where there is none. */
  applicationId: string | null;
  contactId: number | null;
  /** The application in whose history the inquiry stands. */
  addedTo?: string | null;
}

export type SameApplication = Extract<SameRecord, { kind: 'application' }>;

/** Another record of a player; `isSure` if e-mail or phone are the same, else the name alone is. */
export type SameRecord = {
  name: string;
  currentClub: string | null;
  at: string;
  isSure: boolean;
} & (
  | { kind: 'application'; id: string; contactId: number | null }
  | { kind: 'contact'; id: number }
);

/**
 * The other records with the same e-mail address or phone number, newest first; then those with the same name alone,
 * the ones with the same club, position or date of birth first.
 */
export async function findSame(mirror: Mirror, whose: Whose): Promise<SameRecord[]> {
  if (isAnonymised(whose)) return [];
  const rankOf = rankingBy(whose);
  const { applications, contacts } = await readPeople(mirror);
  const found: Found[] = [];
  for (const row of contacts) {
    const { id, currentClub, addedTo } = row;
    if (id === whose.contactId) continue;
    const name = playerOf(row) ?? row.name;
    const rank = rankOf(row, name);
    // It stands in the history of this application, which tells of it.
    if (rank === null || (addedTo !== null && addedTo === whose.applicationId)) continue;
    const isSure = rank === SURE;
    const told = { name: isSure ? row.name : name, currentClub, at: row.createdAt, isSure, rank };
    found.push({ kind: 'contact', id, addedTo, ...told });
  }
  for (const row of applications) {
    const { id, playerName: name, currentClub, createdAt: at, contactId } = row;
    if (id === whose.applicationId || id === whose.addedTo) continue;
    const rank = rankOf(row, name);
    if (rank === null) continue;
    found.push({
      kind: 'application',
      id,
      name,
      currentClub,
      at,
      contactId,
      isSure: rank === SURE,
      rank,
    });
  }
  return found
    .filter((one) => !found.some((other) => tellsOf(other, one)))
    .sort((a, b) => b.rank - a.rank || (a.at > b.at ? -1 : 1))
    .map(({ rank: _, addedTo: __, ...record }) => record);
}

type Found = SameRecord & { rank: number; addedTo?: string | null };

/** Whether an application was made of an inquiry or has it in its history: they are one result. */
function tellsOf(one: Found, inquiry: Found): boolean {
  if (one.kind !== 'application' || inquiry.kind !== 'contact') return false;
  return one.contactId === inquiry.id || (one.id === inquiry.addedTo && one.rank >= inquiry.rank);
}

/** The rank of a record with the same e-mail or phone; above that of any with the same name alone. */
const SURE = 4;

/** What a record says of its player; an inquiry knows no date of birth. */
type Traits = Pick<Whose, 'currentClub' | 'position' | 'dateOfBirth'>;

/** Ranks records by how much they have in common with the one of this player; null for a record of another player. */
function rankingBy(whose: Whose) {
  const address = emailKey(whose.email);
  const numbers = phoneKeysOf(whose.phone);
  const name = nameKeyOf(whose.name);
  const traits = traitsOf(whose);
  return (row: Reachable & Traits, player: string): number | null => {
    const one = keysOf(row, player);
    if (address !== '' && one.address === address) return SURE;
    if (numbers.sought.some((key) => one.numbers.includes(key))) return SURE;
    if (name === '' || one.name !== name || isAnonymised(row)) return null;
    // Who was born on another day is another player.
    const [born, other] = [whose.dateOfBirth, row.dateOfBirth];
    if (born && other && born !== other) return null;
    return traitsOf(row).filter((trait, at) => trait && trait === traits[at]).length;
  };
}

function traitsOf({ currentClub, position, dateOfBirth }: Traits): string[] {
  return [foldText(currentClub ?? ''), foldText(position ?? ''), dateOfBirth ?? ''];
}

/** A player and the club, as others with that name are told apart. */
export function whoOf({ name, currentClub }: Pick<SameRecord, 'name' | 'currentClub'>): string {
  return [name, currentClub].filter(Boolean).join(', ');
}

/** The words of a name, sorted, without accents and punctuation. */
function nameKeyOf(name: string): string {
  return (foldText(name).match(/[\p{L}\p{N}]+/gu) ?? []).sort().join(' ');
}

type Reachable = Pick<Whose, 'email' | 'phone'>;

interface Keys {
  address: string;
  numbers: readonly string[];
  name: string;
}

/** The cached search keys of a row; rows that did not change stay the same objects. */
function keysOf(row: Reachable, name: string): Keys {
  const known = keys.get(row) ?? {
    address: emailKey(row.email),
    numbers: phoneKeysOf(row.phone).known,
    name: nameKeyOf(name),
  };
  keys.set(row, known);
  return known;
}

const keys = new WeakMap<Reachable, Keys>();

export interface PersonKey {
  by: 'email' | 'phone' | 'birth' | 'name';
  key: string;
}

/**
 * The keys under which a record is stored, and the keys to look up for other records of its person, surest first. A name
 * alone comes last, because many people share one.
 */
export function personKeysOf({
  playerName,
  email,
  phone,
  dateOfBirth,
}: Pick<Application, 'playerName' | 'email' | 'phone' | 'dateOfBirth'>): {
  known: PersonKey[];
  sought: PersonKey[];
} {
  if (isAnonymised({ email })) return { known: [], sought: [] };
  const numbers = phoneKeysOf(phone);
  const name = nameKeyOf(playerName);
  const others: PersonKey[] = email ? [{ by: 'email', key: `email ${emailKey(email)}` }] : [];
  if (dateOfBirth) others.push({ by: 'birth', key: `birth ${dateOfBirth} ${name}` });
  const withNumbers = (keys: readonly string[], names: readonly string[]): PersonKey[] => [
    ...others,
    ...keys.map((key): PersonKey => ({ by: 'phone', key: `phone ${key}` })),
    ...names.map((key): PersonKey => ({ by: 'name', key: `${key} ${name}` })),
  ];
  // Two with one name who were born on different days are two players.
  const known = dateOfBirth ? ['name'] : ['name', 'dateless'];
  const sought = dateOfBirth ? ['dateless'] : ['name'];
  return {
    known: withNumbers(numbers.known, name ? known : []),
    sought: withNumbers(numbers.sought, name ? sought : []),
  };
}

/**
 * The keys that the numbers of a person are known by, and those that find them. Two numbers with a country's code are
 * equal if all digits are: the last nine are the same in Spain and in France. If one has no code, the last nine
 * decide, so that "+34 600…", "0034600…" and "600…" are equal.
 */
function phoneKeysOf(phone: string | null): { known: string[]; sought: string[] } {
  const keys = { known: [] as string[], sought: [] as string[] };
  for (const { number } of numbersIn(phone ?? '')) {
    const end = number.replace('+', '').slice(-9);
    const isFull = hasCountryCode(number);
    keys.known.push(...(isFull ? [number, `end ${end}`] : [`local ${end}`]));
    keys.sought.push(`local ${end}`, isFull ? number : `end ${end}`);
  }
  return keys;
}
