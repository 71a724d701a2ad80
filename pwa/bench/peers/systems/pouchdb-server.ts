/**
 * PouchDB's own server on LevelDB, with compression (its default) and with every write on the disk
 * before it is answered. `pouchdb-server.ts <folder> <port>` serves, `<folder> seed <file>` fills.
 */
import { readFileSync } from 'node:fs';
import express from 'express';
import expressPouch from 'express-pouchdb';
import leveldown from 'leveldown';
import leveldbAdapter from 'pouchdb-adapter-leveldb';
import PouchDB from 'pouchdb-core';

const [folder = '', command = '', file = ''] = process.argv.slice(2);

/** LevelDB that waits for the disk: PouchDB does not ask it to. */
class Durable extends leveldown {
  override _put(key: unknown, value: unknown, options: object, done: () => void): void {
    super._put(key, value, { ...options, sync: true }, done);
  }
  override _batch(operations: unknown[], options: object, done: () => void): void {
    super._batch(operations, { ...options, sync: true }, done);
  }
}

const open = (path: string) => new Durable(path);
const Store = PouchDB.plugin(leveldbAdapter).defaults({
  prefix: `${folder}/`,
  adapter: 'leveldb',
  db: Object.assign(open, { destroy: leveldown.destroy }),
});

if (command === 'seed') {
  const rows: { id: string; updatedAt: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  const store = new Store('rows');
  await store.bulkDocs(rows.map((row) => ({ _id: idOf(row), ...row })));
  await store.close();
} else {
  const app = express();
  app.get('/applied', async (request, response) => {
    const { rows } = await new Store('rows').allDocs({ include_docs: true });
    const note = String(request.query.note);
    response.json(rows.filter(({ doc }) => doc?.agentNotes === note).length);
  });
  app.use(expressPouch(Store, { mode: 'minimumForPouchDB', inMemoryConfig: true }));
  app.listen(Number(command), '127.0.0.1');
}

/** Newest first, for a list that sorts by its key. */
function idOf({ id, updatedAt }: { id: string; updatedAt: string }): string {
  return `${String(9e15 - Date.parse(updatedAt)).padStart(16, '0')}-${id}`;
}
