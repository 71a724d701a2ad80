import PouchDB from 'pouchdb-browser';
import { type PeerPage, type Row, Screen, SHOWN, timed, until } from './peer-page.ts';

/** What is used of PouchDB, which brings no types. */
interface Store {
  allDocs(options: object): Promise<{ rows: { doc?: Row }[] }>;
  changes(options: object): { on(event: 'change', listener: () => void): void };
  info(): Promise<{ doc_count: number }>;
  put(row: Row): Promise<unknown>;
  replicate: Record<'from' | 'to', (remote: Store, options: object) => Promise<unknown>>;
}

/** As large as its documentation suggests for a first replication. */
const BATCH = 1_000;

const options = { batch_size: BATCH, batches_limit: 10 };
const remote = (): Store => new PouchDB(`${location.origin}/rows`);
let local: Store;

/** The newest rows: `_id` begins with a time that counts down, so that the key alone sorts them. */
async function newest(limit: number): Promise<Row[]> {
  const { rows } = await local.allDocs({ include_docs: true, limit });
  return rows.flatMap(({ doc }) => doc ?? []);
}

const page: PeerPage = {
  async prepare() {},

  async pull() {
    const screen = new Screen();
    local = new PouchDB('rows', { auto_compaction: true });
    let reading = false;
    local.changes({ live: true, since: 'now' }).on('change', () => {
      if (reading) return;
      reading = true;
      void newest(SHOWN).then((rows) => {
        reading = false;
        screen.show(rows);
      });
    });
    const whole = await timed(() => local.replicate.from(remote(), options));
    screen.show(await newest(SHOWN));
    await screen.drawn();
    const { firstRow, first200 } = screen;
    return { firstRow, first200, whole, count: (await local.info()).doc_count };
  },

  async open() {
    const screen = new Screen();
    local = new PouchDB('rows', { auto_compaction: true });
    screen.show(await newest(SHOWN));
    await until(() => screen.first200 > 0);
    return screen.first200;
  },

  async change(count, note) {
    const rows = await newest(count);
    const times: number[] = [];
    for (const row of rows) {
      times.push(await timed(() => local.put({ ...row, status: 'signed', agentNotes: note })));
    }
    return times;
  },

  drain: () => timed(() => local.replicate.to(remote(), options)),

  async saved(note) {
    return (await newest(20_000)).filter(({ agentNotes }) => agentNotes === note).length;
  },
};
Object.assign(window, { peer: page });
