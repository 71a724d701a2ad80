/** One thing that is broken on purpose, to see that the simulation finds it. */
export interface Mutant {
  name: string;
  file: string;
  /** The text that is replaced; a mutant whose text is gone does not build. */
  from: string;
  to: string;
}

/** What is broken, each to be found within a few seeds. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'the server does not look whether a key was used',
    file: 'server/domain/idempotency.ts',
    from: '  const data = rowOf(write, write.status, null);',
    to: `  const data = rowOf(write, write.status, null);
  await tx.idempotencyKey.deleteMany({ where: { scope: write.scope, key: write.key } });`,
  },
  {
    name: 'the server commits statement by statement',
    file: 'server/domain/idempotency.ts',
    from: 'return await db.$transaction(work);',
    to: 'return await work(db);',
  },
  {
    name: 'the server counts revisions by its clock',
    file: 'server/domain/revision.ts',
    from: 'revision: { increment: 1 }',
    to: 'revision: Math.floor(Date.now() / 1000)',
  },
  {
    name: 'a change is acknowledged before the server has it',
    file: 'pwa/sync/push.ts',
    from: '    const ended = there.length === 1',
    to: `    await this.#mirror.outbox.bulkDelete(there.map(({ seq }) => seq));
    const ended = there.length === 1`,
  },
  {
    name: 'two changes of one record are swapped',
    file: 'pwa/sync/lanes.ts',
    from: 'if (lane) lane.push(entry);',
    to: 'if (lane) lane.splice(lane.length - 1, 0, entry);',
  },
  {
    name: 'a page of a captive portal counts as an answer',
    file: 'pwa/sync/push.ts',
    from: 'if (error instanceof Unreachable) return this.#unanswered(entry);',
    to: `if (error instanceof Unreachable) {
      await this.#mirror.outbox.delete(entry.seq);
      return { entry, after: 'left', change: {} };
    }`,
  },
  {
    name: 'an ended session throws the queue away',
    file: 'pwa/sync/push.ts',
    from: 'if (status === 401 && problem) return this.#signedOut(entry);',
    to: `if (status === 401 && problem) {
      await this.#mirror.outbox.clear();
      return this.#signedOut(entry);
    }`,
  },
  {
    name: 'changes are sent for whoever is signed in',
    file: 'pwa/sync/push.ts',
    from: '      const { userId: sentFor } = this.#mirror;',
    to: '      const sentFor = undefined;',
  },
  {
    name: 'a change is called saved before it is on the disk',
    file: 'pwa/local/queue.ts',
    from: 'return await append(mirror, entry).catch(',
    to: `void append(mirror, entry);
    return entry.key;
    await append(mirror, entry).catch(`,
  },
  {
    name: 'a pull goes on behind what it has read',
    file: 'pwa/sync/pull.ts',
    from: '{ ...this.#state, cursor: until, tail',
    to: '{ ...this.#state, cursor: until + 5, tail',
  },
];
