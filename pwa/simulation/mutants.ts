/** One fault put into the product, to prove that the simulation finds it. */
export interface Mutant {
  name: string;
  /** Tried first: a seed that found it when this was written. */
  seed: number;
  file: string;
  /** The text that is replaced; without it the build fails. */
  from: string;
  to: string;
  /** A second replacement in the same file, where one guard backs up another. */
  also?: { from: string; to: string };
}

/** Each must be found within a few seeds. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'two changes of one record are swapped',
    seed: 1,
    file: 'pwa/sync/lanes.ts',
    from: 'a.tries - b.tries || a.entry.seq - b.entry.seq',
    to: 'a.tries - b.tries || b.entry.seq - a.entry.seq',
  },
  {
    name: 'the server does not look whether a key was used',
    seed: 1,
    file: 'server/domain/idempotency.ts',
    from: '    return await inTransaction(db, async (tx) => {',
    to: `    for (const { write } of calls) {
      const { scope, key } = write;
      if (key !== null) await db.idempotencyKey.deleteMany({ where: { scope, key } });
    }
    return await inTransaction(db, async (tx) => {`,
  },
  {
    name: 'a batch is committed without the key of its first change',
    seed: 1,
    file: 'server/domain/stored-answers.ts',
    from: "await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows);",
    to: "await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows.slice(1));",
  },
  {
    name: 'the server answers before the commit, which may fail',
    seed: 15,
    file: 'server/domain/idempotency.ts',
    from: '    return await db.$transaction(work);',
    to: `    return await new Promise<R>((answer, refuse) => {
      db.$transaction(async (tx) => answer(await work(tx))).catch(refuse);
    });`,
  },
  {
    name: 'the server commits each statement by itself',
    seed: 11,
    file: 'server/domain/idempotency.ts',
    from: '    return await db.$transaction(work);',
    to: '    return await work(db);',
  },
  {
    name: 'the server counts revisions by its clock',
    seed: 1,
    file: 'server/domain/revision.ts',
    from: 'revision: { increment: count }',
    to: 'revision: Math.floor(Date.now() / 1000)',
  },
  {
    name: 'the server takes the changes of another user',
    seed: 14,
    file: 'server/http/access.ts',
    from: "owner !== '' && owner !== String(user.id)",
    to: "owner === 'nobody'",
  },
  {
    name: 'the server ignores what the person saw when the edit began',
    seed: 3,
    file: 'server/domain/merge.ts',
    from: '  if (!seen) return',
    to: '  if (!seen || seen) return',
  },
  {
    name: 'a change is acknowledged before the server has it',
    seed: 6,
    file: 'pwa/sync/delivery.ts',
    from: '    const outcomes =\n      entries.length === 1',
    to: `    await mirror.outbox.bulkDelete(entries.map(({ seq }) => seq));
    const outcomes =
      entries.length === 1`,
  },
  {
    name: 'a page of a captive portal counts as an answer',
    seed: 1,
    file: 'pwa/sync/delivery.ts',
    from: '    const attempt = await this.#examine(error);\n',
    to: `    const attempt = await this.#examine(error);
    if (attempt?.verdict === 'cut-off') {
      await mirror.outbox.delete(entry.seq);
      return { entry, after: 'gone', update: {} };
    }
`,
  },
  {
    name: 'an ended session throws the queue away',
    seed: 18,
    file: 'pwa/sync/delivery.ts',
    from: "if (stop === 'signed-out') expiry.setState({ expired: true });",
    to: "if (stop === 'signed-out') void mirror.outbox.clear();",
  },
  {
    name: 'a change is called saved before it is on the disk',
    seed: 1,
    file: 'pwa/local/queue.ts',
    from: '    return await withRoom(',
    to: `    void append(mirror, entries).catch(() => undefined);
    return entries.map(({ key }) => key);
    await withRoom(`,
  },
  {
    name: 'a pull remembers a revision that it has not read',
    seed: 5,
    file: 'pwa/sync/pull.ts',
    from: '{ ...this.#state, cursor: tail.until, tail: null,',
    to: '{ ...this.#state, cursor: tail.until + 1, tail: null,',
  },
  {
    name: 'a device keeps what a restored backup does not have',
    seed: 10,
    file: 'pwa/sync/pull.ts',
    from: 'Object.assign(state, { cursor: 0, generation: state.generation + 1 });',
    to: 'Object.assign(state, { cursor: 0 });',
    also: {
      from: 'if (!this.#totals) return true;',
      to: 'return true;',
    },
  },
  {
    name: 'changes that a restored backup lacks are not sent again',
    seed: 5,
    file: 'pwa/sync/replay-after-restore.ts',
    from: 'if (each.at >= oldest) lost.push(',
    to: 'if (each.at < oldest) lost.push(',
  },
  {
    name: 'a restored server takes queued changes before the lost ones',
    seed: 5,
    file: 'server/http/access.ts',
    from: "if (meant === '' ||",
    to: "if (meant !== 'nothing' ||",
  },
  {
    name: 'nobody is asked about a status that both sides changed',
    seed: 5,
    file: 'pwa/local/changes/applications.ts',
    from: 'if (conflicts.length > 0) {',
    to: 'if (conflicts.length < 0) {',
  },
  {
    name: 'a note sets the status that it repeats',
    seed: 7,
    file: 'server/domain/change-status.ts',
    from: 'isDisputed ? status : after',
    to: 'status',
  },
  {
    name: 'a new mirror ignores the note of the old one',
    seed: 75,
    file: 'pwa/sync/follow-unsent.ts',
    from: 'const noted = notedUnsent(this.#mirror.userId);',
    to: 'const noted: string[] = [];',
  },
];
