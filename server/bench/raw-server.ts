/**
 * The lower limit of the server's cost: node:http and better-sqlite3 with prepared statements on a
 * durable file, without sessions, checks or rights. `raw-server.ts <file>`
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import Database from 'better-sqlite3';

const db = new Database(process.argv[2]);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');

const list = db.prepare('SELECT * FROM "Application" ORDER BY version DESC LIMIT ?');
const find = db.prepare('SELECT * FROM "Application" WHERE id = ?');
const raise = db.prepare(
  'UPDATE "ReplicationState" SET revision = revision + 1 RETURNING revision',
);
const set = db.prepare(
  'UPDATE "Application" SET status = ?, updatedAt = ?, version = ? WHERE id = ?',
);
const remember = db.prepare(
  `INSERT INTO "IdempotencyKey" (scope, "key", request, status, answer, createdAt) VALUES ('1', ?, '', 200, ?, ?)`,
);
const record = db.prepare(
  `INSERT INTO "HistoryEntry" (id, applicationId, previousStatus, newStatus, notes, createdAt, version)
   VALUES (?, ?, ?, ?, ?, ?, ?)`,
);
const inquire = db.prepare(
  `INSERT INTO "Contact" (name, email, inquiryType, message, consentAt, createdAt, version)
   VALUES (?, ?, ?, ?, ?, ?, ?)`,
);
const visit = db.prepare(
  'INSERT INTO "Visit" (id, campaignId, createdAt, day) VALUES (?, ?, ?, ?)',
);
const count = db.prepare('UPDATE "Campaign" SET visits = visits + 1, version = ? WHERE id = ?');

interface Change {
  key: string;
  id: string;
  status: string;
  notes: string;
}

function revision(): number {
  return (raise.get() as { revision: number }).revision;
}

function change({ key, id, status, notes }: Change): unknown {
  const before = find.get(id) as { status: string };
  const now = new Date().toISOString();
  const version = revision();
  set.run(status, now, version, id);
  record.run(key, id, before.status, status, notes, now, version);
  const answer = { ...before, status, updatedAt: now, version, change: { key, notes } };
  remember.run(key, JSON.stringify(answer), now);
  return answer;
}

const work: Record<string, (body: never) => unknown> = {
  change: db.transaction(change),
  drain: db.transaction((changes: Change[]) => changes.map(change)),
  inquire: db.transaction((body: { name: string; email: string; message: string }) => {
    const now = new Date().toISOString();
    inquire.run(body.name, body.email, 'other', body.message, now, now, revision());
    return {};
  }),
  track: db.transaction(({ id }: { id: number }) => {
    const now = new Date().toISOString();
    visit.run(randomUUID(), id, now, now.slice(0, 10));
    count.run(revision(), id);
    return {};
  }),
};

const server = createServer(async (request, response) => {
  const [, name = '', limit] = (request.url ?? '').split('/');
  const body = await bodyOf(request);
  const reply = name === 'list' ? list.all(Number(limit)) : work[name]?.(body as never);
  const text = JSON.stringify(reply);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : undefined;
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`port ${typeof address === 'object' ? address?.port : ''}\n`);
});
