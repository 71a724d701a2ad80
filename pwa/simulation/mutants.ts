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
    name: 'two changes of one record are swapped',
    file: 'pwa/sync/lanes.ts',
    from: 'a.tries - b.tries || a.entry.seq - b.entry.seq',
    to: 'a.tries - b.tries || b.entry.seq - a.entry.seq',
  },
  {
    name: 'the server does not look whether a key was used',
    file: 'server/domain/idempotency.ts',
    from: '  const data = rowOf(write, write.status, null);',
    to: `  const data = rowOf(write, write.status, null);
  await tx.idempotencyKey.deleteMany({ where: { scope: write.scope, key: write.key } });`,
  },
  {
    name: 'the server counts revisions by its clock',
    file: 'server/domain/revision.ts',
    from: 'revision: { increment: count }',
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
    name: 'a page of a captive portal counts as an answer',
    file: 'pwa/sync/push.ts',
    from: 'if (error instanceof Unreachable) return this.#unanswered(entry);',
    to: `if (error instanceof Unreachable) {
      await this.#mirror.outbox.delete(entry.seq);
      return { entry, after: 'left', change: {} };
    }`,
  },
];
