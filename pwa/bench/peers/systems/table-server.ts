/**
 * The server that RxDB and Replicache leave to their users: one table on SQLite, every commit on the
 * disk before it is answered (synchronous=FULL), a whole request in one transaction, compression.
 * `table-server.ts <folder> <port>` serves, `<folder> seed <file>` fills.
 */
import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import compression from 'compression';
import express, { type Request } from 'express';

interface Stored {
  key: string;
  doc: string;
  version: number;
}

interface Doc {
  id: string;
  updatedAt: string;
}

const [folder = '', command = '', file = ''] = process.argv.slice(2);
const database = new Database(`${folder}/rows.db`);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec(`
  CREATE TABLE IF NOT EXISTS rows (key TEXT PRIMARY KEY, id TEXT UNIQUE, doc TEXT, version INTEGER);
  CREATE INDEX IF NOT EXISTS byVersion ON rows (version);
  CREATE TABLE IF NOT EXISTS clients (id TEXT PRIMARY KEY, mutation INTEGER, version INTEGER);
`);
const insert = database.prepare('INSERT INTO rows VALUES (?, ?, ?, ?)');
const write = database.prepare('UPDATE rows SET doc = ?, version = ? WHERE id = ?');
const byId = database.prepare<[string], Stored>('SELECT * FROM rows WHERE id = ?');
const since = database.prepare<[number, number], Stored>(
  'SELECT * FROM rows WHERE version > ? ORDER BY version LIMIT ?',
);
const newest = database.prepare<[], { version: number }>(
  'SELECT coalesce(max(version), 0) AS version FROM rows',
);
const setClient = database.prepare(
  'INSERT INTO clients VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET mutation = excluded.mutation, version = excluded.version',
);
const clientsSince = database.prepare<[number], { id: string; mutation: number }>(
  'SELECT id, mutation FROM clients WHERE version > ?',
);

if (command === 'seed') {
  const rows: Doc[] = JSON.parse(readFileSync(file, 'utf8'));
  database.transaction(() => {
    rows.forEach((row, at) => {
      insert.run(keyOf(row), row.id, JSON.stringify(row), at + 1);
    });
  })();
  database.close();
} else {
  serve(Number(command));
}

function serve(port: number): void {
  const app = express();
  app.use(compression());
  app.use(express.text({ type: () => true, limit: '20mb' }));
  app.get('/applied', (request, response) => {
    const rows = since.all(0, 1_000_000).map(({ doc }) => JSON.parse(doc));
    const note = String(request.query.note);
    response.json(rows.filter(({ agentNotes }) => agentNotes === note).length);
  });

  // RxDB: pages of documents after a checkpoint; changes with the state that the client assumed.
  app.get('/pull', (request, response) => {
    const rows = since.all(Number(request.query.since), Number(request.query.limit));
    const documents = rows.map(({ doc }) => `${doc.slice(0, -1)},"_deleted":false}`).join();
    const version = rows.at(-1)?.version ?? Number(request.query.since);
    response.type('json').send(`{"documents":[${documents}],"checkpoint":{"version":${version}}}`);
  });
  app.post('/push', (request, response) => {
    const body = JSON.parse(request.body);
    response.json(Array.isArray(body) ? applyDocuments(body) : applyMutations(body));
  });

  // Replicache: everything after the cookie as one patch.
  app.post('/pull', (request: Request, response) => {
    const { cookie } = JSON.parse(request.body);
    const rows = since.all(cookie ?? 0, 1_000_000);
    const patch = rows.map(({ key, doc }) => `{"op":"put","key":"${key}","value":${doc}}`).join();
    const clients = clientsSince.all(cookie ?? 0).map(({ id, mutation }) => [id, mutation]);
    const changes = JSON.stringify(Object.fromEntries(clients));
    const { version = 0 } = newest.get() ?? {};
    response
      .type('json')
      .send(`{"cookie":${version},"lastMutationIDChanges":${changes},"patch":[${patch}]}`);
  });
  app.listen(port, '127.0.0.1');
}

/** Answers the conflicts; there are none where the assumed state is still true. */
function applyDocuments(changes: { newDocumentState: Doc & { _deleted: boolean } }[]): Doc[] {
  database.transaction(() => {
    let { version = 0 } = newest.get() ?? {};
    for (const { newDocumentState } of changes) {
      const { _deleted, ...doc } = newDocumentState;
      version += 1;
      write.run(JSON.stringify(doc), version, doc.id);
    }
  })();
  return [];
}

interface Mutation {
  clientID: string;
  id: number;
  name: string;
  args: { key: string; status: string; note: string };
}

function applyMutations({ mutations }: { mutations: Mutation[] }): object {
  database.transaction(() => {
    let { version = 0 } = newest.get() ?? {};
    for (const { args } of mutations) {
      const id = args.key.split('/').at(-1) ?? '';
      const stored = byId.get(id);
      if (!stored) continue;
      version += 1;
      const doc = { ...JSON.parse(stored.doc), status: args.status, agentNotes: args.note };
      write.run(JSON.stringify(doc), version, id);
    }
    for (const { clientID, id } of mutations) setClient.run(clientID, id, version);
  })();
  return {};
}

/** Newest first, for a list that sorts by its key. */
function keyOf({ id, updatedAt }: Doc): string {
  return `row/${String(9e15 - Date.parse(updatedAt)).padStart(16, '0')}/${id}`;
}
