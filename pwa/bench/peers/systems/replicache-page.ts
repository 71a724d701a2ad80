import { Replicache, type WriteTransaction } from 'replicache';
import { type PeerPage, type Row, Screen, SHOWN, timed, until } from './peer-page.ts';

const mutators = {
  async setStatus(tx: WriteTransaction, change: { key: string; status: string; note: string }) {
    const row = (await tx.get<Row>(change.key)) as Row | undefined;
    if (row) await tx.set(change.key, { ...row, status: change.status, agentNotes: change.note });
  },
};

let store: Replicache<typeof mutators>;

function openStore(): void {
  store = new Replicache({
    name: 'rows',
    mutators,
    pushURL: '/push',
    pullURL: '/pull',
    pullInterval: null,
    logLevel: 'error',
  });
}

/** The newest rows: their keys begin with a time that counts down. */
function newest(limit: number): Promise<[string, Row][]> {
  return store.query(async (tx) => {
    const entries = await tx.scan<Row>({ prefix: 'row/', limit }).entries().toArray();
    return entries as [string, Row][];
  });
}

const page: PeerPage = {
  async prepare() {},

  async pull() {
    const screen = new Screen();
    const whole = await timed(async () => {
      openStore();
      store.subscribe((tx) => tx.scan<Row>({ prefix: 'row/', limit: SHOWN }).values().toArray(), {
        onData: (rows) => screen.show(rows as Row[]),
      });
      await until(async () => (await newest(1)).length > 0);
    });
    await until(() => screen.first200 > 0);
    const { firstRow, first200 } = screen;
    return { firstRow, first200, whole, count: (await newest(100_000)).length };
  },

  async open() {
    const screen = new Screen();
    openStore();
    await until(async () => {
      const rows = await newest(SHOWN);
      screen.show(rows.map(([, row]) => row));
      return rows.length > 0;
    });
    await until(() => screen.first200 > 0);
    return screen.first200;
  },

  async change(count, note) {
    const rows = await newest(count);
    const times: number[] = [];
    for (const [key] of rows) {
      times.push(await timed(() => store.mutate.setStatus({ key, status: 'signed', note })));
    }
    return times;
  },

  drain: () =>
    timed(async () => {
      await store.push({ now: true });
      await store.pull({ now: true });
      await until(async () => (await store.experimentalPendingMutations()).length === 0);
    }),

  async saved(note) {
    return (await newest(20_000)).filter(([, { agentNotes }]) => agentNotes === note).length;
  },
};
Object.assign(window, { peer: page });
