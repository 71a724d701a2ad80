import { isAnonymised } from '#contract/anonymised.ts';
import type { Application } from '#contract/applications.ts';
import { foldText } from '#pwa/lib/fold-text.ts';
import type { Mirror } from './mirror.ts';
import { readPeople } from './read-rows.ts';

/** A person, and the record that the search leaves out. */
export interface Whose {
  email: string;
  phone: string | null;
  /** The record and its counterpart of a conversion; null where there is none. */
  applicationId: string | null;
  contactId: number | null;
}

/** Another record that probably belongs to the same person. */
export type SameRecord =
  | { kind: 'application'; id: string; name: string; at: string }
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
    found.push({ kind: 'application', id: row.id, name: row.playerName, at: row.createdAt });
  }
  return found.sort((a, b) => (a.at > b.at ? -1 : 1));
}

function matcherOf({ email, phone }: Whose) {
  const address = email.toLowerCase();
  const number = phoneKeyOf(phone);
  return (row: Reachable): boolean => {
    const one = keysOf(row);
    return one.address === address || (number !== null && one.number === number);
  };
}

type Reachable = Pick<Whose, 'email' | 'phone'>;

/** The cached search keys of a row; rows that did not change stay the same objects. */
function keysOf(row: Reachable): { address: string; number: string | null } {
  const known = keys.get(row) ?? {
    address: row.email.toLowerCase(),
    number: phoneKeyOf(row.phone),
  };
  keys.set(row, known);
  return known;
}

const keys = new WeakMap<Reachable, { address: string; number: string | null }>();

/**
 * The keys under which a person is found: two records with a key in common are probably about the same
 * person. A name alone is none, because many people share one.
 */
export function personKeysOf({
  playerName,
  email,
  phone,
  dateOfBirth,
}: Pick<Application, 'playerName' | 'email' | 'phone' | 'dateOfBirth'>): [
  by: 'email' | 'phone' | 'birth',
  key: string,
][] {
  if (isAnonymised({ email })) return [];
  const number = phoneKeyOf(phone);
  const name = foldText(playerName).replace(/\s+/g, ' ').trim();
  return [
    ['email', `email ${email.toLowerCase()}`],
    ...(number ? [['phone', `phone ${number}`] as ['phone', string]] : []),
    ...(dateOfBirth ? [['birth', `birth ${dateOfBirth} ${name}`] as ['birth', string]] : []),
  ];
}

/**
 * The last nine digits of a phone number, so that "+34 600…", "0034600…" and "600…" are equal. Null for
 * fewer than seven digits, which name no single person.
 */
export function phoneKeyOf(phone: string | null): string | null {
  const digits = phone?.replace(/\D/g, '') ?? '';
  return digits.length < 7 ? null : digits.slice(-9);
}
