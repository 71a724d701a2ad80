import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { BASELINE } from './invariants.ts';
import type { Programs } from './programs.ts';
import type { Beside } from './recorded.ts';

export interface Person {
  id: number;
  username: string;
  role: 'admin' | 'agent';
}

export const PEOPLE: readonly Person[] = [
  { id: 1, username: 'marta', role: 'admin' },
  { id: 2, username: 'otto', role: 'admin' },
  { id: 3, username: 'ines', role: 'agent' },
];

/** How many devices are reminded. */
const REMINDED = 3;

/** Fixed, so that a seed repeats. A real sign-in would take longer than the rest of a run. */
const SESSION = JSON.stringify({ _expire: 4_102_444_800_000, _maxAge: 1_209_600_000 });

/** A migrated database with people, applications, inquiries and campaigns. */
export async function makeTemplate(program: Programs['server'], folder: string): Promise<string> {
  const path = join(folder, 'template.db');
  await program.migrate(`file:${path}`);
  const file = new Database(path);
  fillTemplate(file);
  file.close();
  return path;
}

/** Fills the tables of a template. */
export function fillTemplate(file: Beside): void {
  const at = '2026-11-21T12:00:00.000+00:00';
  const insert = (table: string, row: Record<string, string | number | null>) =>
    file
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row)
          .map((name) => `"${name}"`)
          .join()}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join()})`,
      )
      .run(...Object.values(row));
  for (const { id, username, role } of PEOPLE) {
    insert('User', {
      id,
      username,
      usernameKey: username,
      passwordHash: '',
      email: `${username}@agency.test`,
      firstName: 'A',
      lastName: 'B',
      role,
      approved: 1,
      createdAt: at,
      emailConfirmedAt: at,
    });
  }
  let version = 0;
  for (let n = 1; n <= 5; n += 1) {
    version += 1;
    insert('Application', {
      id: `00000000-0000-7000-8000-00000000000${n}`,
      playerName: `Player ${n}`,
      email: `player${n}@example.org`,
      status: 'pending',
      createdAt: at,
      updatedAt: at,
      version,
    });
    version += 1;
    insert('Contact', {
      name: `Visitor ${n}`,
      email: `visitor${n}@example.org`,
      inquiryType: 'player_representation',
      message: 'Please call me back.',
      consentAt: at,
      createdAt: at,
      version,
    });
  }
  for (let n = 1; n <= 2; n += 1) {
    version += 1;
    insert('Campaign', {
      name: `Campaign ${n}`,
      utmSource: 'football-agent-site',
      utmMedium: 'qr',
      utmCampaign: `campaign-${n}`,
      createdAt: at,
      version,
    });
  }
  if (version !== BASELINE) throw new Error(`The sample rows end with revision ${version}.`);
  for (const { id: userId } of PEOPLE) {
    const when = { language: 'en', timeZone: 'Europe/Madrid', kinds: 'inquiry,reply' };
    const never = { quietFrom: '00:00', quietTo: '00:00' };
    insert('MailReminders', { userId, ...when, ...never, createdAt: at });
  }
  file.prepare('UPDATE ReplicationState SET revision = ?, epoch = ?').run(version, 'first');
}

/** Writes a session into the server's file, as a sign-in does. Returns its cookie. */
export function openSession(
  file: Beside,
  { id: userId }: Person,
  { value, now }: { value: string; now: number },
): [string, string][] {
  const id = createHash('sha256').update(value).digest('hex');
  const at = new Date(now).toISOString().replace('Z', '+00:00');
  const data = JSON.stringify({ userId, ...JSON.parse(SESSION) });
  file
    .prepare('INSERT INTO Session (id, userId, data, createdAt, lastSeenAt) VALUES (?, ?, ?, ?, ?)')
    .run(id, userId, data, at, at);
  const subscription = {
    sessionId: id,
    endpoint: `https://push.test/${id}`,
    ...{ p256dh: '', auth: '', language: 'en', timeZone: 'Europe/Madrid', kinds: 'inquiry,reply' },
    ...{ quietFrom: '00:00', quietTo: '00:00', createdAt: at, notBefore: at },
  };
  const names = Object.keys(subscription);
  // The first devices alone ask for reminders: each of them costs every turn a few queries.
  const { count } = file.prepare('SELECT COUNT(*) AS count FROM PushSubscription').get() as {
    count: number;
  };
  if (count < REMINDED) {
    file
      .prepare(`INSERT INTO PushSubscription (${names}) VALUES (${names.map(() => '?')})`)
      .run(...Object.values(subscription));
  }
  return [['session', value]];
}
