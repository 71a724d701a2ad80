import { createRxDatabase, type RxCollection, type RxJsonSchema } from 'rxdb/plugins/core';
import { replicateRxCollection } from 'rxdb/plugins/replication';
import { getRxStorageDexie } from 'rxdb/plugins/storage-dexie';
import { type PeerPage, type Row, Screen, SHOWN, timed, until } from './peer-page.ts';

interface Checkpoint {
  version: number;
}

const BATCH = 1_000;
const TEXTS = ['phone', 'nationality', 'dateOfBirth', 'currentClub', 'position', 'followUpOn'];
const text = { type: 'string' };
const maybe = { type: ['string', 'null'] };

const schema = {
  version: 0,
  primaryKey: 'id',
  type: 'object',
  properties: {
    id: { type: 'string', maxLength: 64 },
    playerName: text,
    email: text,
    status: text,
    agentNotes: maybe,
    createdAt: text,
    updatedAt: { type: 'string', maxLength: 32 },
    contactId: { type: ['number', 'null'] },
    version: { type: 'number' },
    ...Object.fromEntries(TEXTS.map((name) => [name, maybe])),
  },
  required: ['id', 'updatedAt'],
  indexes: ['updatedAt'],
} as unknown as RxJsonSchema<Row>;

let rows: RxCollection<Row>;

async function openStore(): Promise<void> {
  const database = await createRxDatabase({
    name: 'rows',
    storage: getRxStorageDexie(),
    multiInstance: false,
    eventReduce: true,
  });
  rows = (await database.addCollections({ rows: { schema } })).rows as RxCollection<Row>;
}

const newest = (limit: number) => rows.find({ sort: [{ updatedAt: 'desc' }], limit });

function replicate() {
  return replicateRxCollection<Row, Checkpoint>({
    collection: rows,
    replicationIdentifier: 'rows',
    live: false,
    pull: {
      batchSize: BATCH,
      handler: async (checkpoint, limit) => {
        const answer = await fetch(`/pull?since=${checkpoint?.version ?? 0}&limit=${limit}`);
        return answer.json();
      },
    },
    push: {
      batchSize: BATCH,
      handler: async (changes) => {
        const answer = await fetch('/push', { method: 'POST', body: JSON.stringify(changes) });
        return answer.json();
      },
    },
  });
}

const page: PeerPage = {
  async prepare() {},

  async pull() {
    const screen = new Screen();
    const whole = await timed(async () => {
      await openStore();
      newest(SHOWN).$.subscribe((found) => screen.show(found));
      await replicate().awaitInitialReplication();
    });
    await until(() => screen.first200 > 0);
    const { firstRow, first200 } = screen;
    return { firstRow, first200, whole, count: await rows.count().exec() };
  },

  async open() {
    const screen = new Screen();
    await openStore();
    screen.show(await newest(SHOWN).exec());
    await until(() => screen.first200 > 0);
    return screen.first200;
  },

  async change(count, note) {
    const found = await newest(count).exec();
    const times: number[] = [];
    for (const row of found) {
      times.push(await timed(() => row.patch({ status: 'signed', agentNotes: note })));
    }
    return times;
  },

  drain: () => timed(() => replicate().awaitInitialReplication()),

  async saved(note) {
    return (await rows.find().exec()).filter(({ agentNotes }) => agentNotes === note).length;
  },
};
Object.assign(window, { peer: page });
