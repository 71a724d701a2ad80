import type { Application } from '#contract/applications.ts';
import { isAnonymised } from '#contract/fields/anonymised.ts';
import { emailKey } from '#contract/values/email.ts';
import { foldText } from '#contract/values/fold-text.ts';
import { hasCountryCode, numbersIn } from '#contract/values/phone.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { readPeople } from './read-rows.ts';

/** A person, and the record that the search leaves out. */
export interface Whose {
  email: string;
  phone: string | null;
  /** The record and its counterpart of a conversion; null where there is none. */
  applicationId: string | null;
  contactId: number | null;
}

export type SameApplication = Extract<SameRecord, { kind: 'application' }>;

/** Another record that probably belongs to the same person. */
export type SameRecord =
  | { kind: 'application'; id: string; name: string; at: string; contactId: number | null }
  | { kind: 'contact'; id: number; name: string; at: string };

/** The other records with the same e-mail address or phone number, newest first. */
export async function findSame(mirror: Mirror, whose: Whose): Promise<SameRecord[]> {
  if (isAnonymised(whose)) return [];
  const isSame = matcherOf(whose);
  const { applications, contacts } = await readPeople(mirror);
  const found: SameRecord[] = [];
  for (const row of contacts) {
    if (row.id === whose.contactId || !isSame(row)) continue;
    found.push({ kind: 'contact', id: row.id, name: row.name, at: row.createdAt });
  }
  for (const row of applications) {
    if (row.id === whose.applicationId || !isSame(row)) continue;
    // An inquiry and its application are one result.
    const at = found.findIndex((one) => one.kind === 'contact' && one.id === row.contactId);
    if (at >= 0) found.splice(at, 1);
    const { id, playerName: name, createdAt, contactId } = row;
    found.push({ kind: 'application', id, name, at: createdAt, contactId });
  }
  return found.sort((a, b) => (a.at > b.at ? -1 : 1));
}

function matcherOf({ email, phone }: Whose) {
  const address = emailKey(email);
  const numbers = phoneKeysOf(phone);
  return (row: Reachable): boolean => {
    const one = keysOf(row);
    return one.address === address || numbers.sought.some((key) => one.numbers.includes(key));
  };
}

type Reachable = Pick<Whose, 'email' | 'phone'>;

/** The cached search keys of a row; rows that did not change stay the same objects. */
function keysOf(row: Reachable): { address: string; numbers: readonly string[] } {
  const known = keys.get(row) ?? {
    address: emailKey(row.email),
    numbers: phoneKeysOf(row.phone).known,
  };
  keys.set(row, known);
  return known;
}

const keys = new WeakMap<Reachable, { address: string; numbers: readonly string[] }>();

export interface PersonKey {
  by: 'email' | 'phone' | 'birth';
  key: string;
}

/**
 * The keys that a record is known by, and those that find another record of the same person. A name alone is none,
 * because many people share one.
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
  const name = foldText(playerName).replace(/\s+/g, ' ').trim();
  const others: PersonKey[] = [{ by: 'email', key: `email ${emailKey(email)}` }];
  if (dateOfBirth) others.push({ by: 'birth', key: `birth ${dateOfBirth} ${name}` });
  const withNumbers = (keys: readonly string[]): PersonKey[] => [
    ...others,
    ...keys.map((key): PersonKey => ({ by: 'phone', key: `phone ${key}` })),
  ];
  return { known: withNumbers(numbers.known), sought: withNumbers(numbers.sought) };
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
