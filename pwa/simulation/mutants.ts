/** A text of the product that a mutant replaces; without it the build fails. */
export interface Edit {
  file: string;
  from: string;
  to: string;
}

/** One fault put into the product, to prove that the simulation finds it. */
export interface Mutant extends Edit {
  name: string;
  /** Tried first: a seed that finds it soon (`--mutants 1/1 --all --write`). */
  seed: number;
  /** Further replacements, where one guard backs up another. */
  also?: readonly Edit[];
  /** It is looked for in wide worlds alone. */
  isWide?: true;
  /** It is looked for in worlds alone in which backups are put back again and again. */
  restores?: true;
}

/** Each must be found within a few seeds. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'two changes of one record are swapped',
    seed: 1,
    file: 'pwa/sync/push/lanes.ts',
    from: 'a.tries - b.tries || a.entry.seq - b.entry.seq',
    to: 'a.tries - b.tries || b.entry.seq - a.entry.seq',
  },
  {
    name: 'the server does not look whether a key was used',
    seed: 2,
    file: 'server/domain/replication/idempotency.ts',
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
    file: 'server/domain/replication/stored-answers.ts',
    from: "await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows);",
    to: "await insertRows(tx, 'IdempotencyKey', KEY_COLUMNS, rows.slice(1));",
  },
  {
    name: 'the server answers before the commit, which may fail',
    seed: 8,
    file: 'server/domain/replication/idempotency.ts',
    from: '    return await db.$transaction(work);',
    to: `    return await new Promise<R>((answer, refuse) => {
      db.$transaction(async (tx) => answer(await work(tx))).catch(refuse);
    });`,
  },
  {
    name: 'the server commits each statement by itself',
    seed: 20,
    file: 'server/domain/replication/idempotency.ts',
    from: '    return await db.$transaction(work);',
    to: '    return await work(db);',
  },
  {
    name: 'the server counts revisions by its clock',
    seed: 1,
    file: 'server/domain/replication/revision.ts',
    from: 'revision: { increment: count }',
    to: 'revision: Math.floor(Date.now() / 1000)',
  },
  {
    name: 'the server takes the changes of another user',
    seed: 12,
    file: 'server/http/api/access.ts',
    from: "owner !== '' && owner !== String(user.id)",
    to: "owner === 'nobody'",
  },
  {
    name: 'the server ignores what the person saw when the edit began',
    seed: 3,
    file: 'server/domain/pipeline/merge.ts',
    from: '  if (!seen) return',
    to: '  if (!seen || seen) return',
  },
  {
    name: 'a change is acknowledged before the server has it',
    seed: 1,
    file: 'pwa/sync/push/delivery.ts',
    from: '    const outcomes =\n      entries.length === 1',
    to: `    await mirror.outbox.bulkDelete(entries.map(({ seq }) => seq));
    const outcomes =
      entries.length === 1`,
  },
  {
    name: 'a page of a captive portal counts as an answer',
    seed: 1,
    file: 'pwa/sync/push/delivery.ts',
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
    seed: 16,
    file: 'pwa/sync/push/delivery.ts',
    from: "if (stop === 'signed-out') expiry.setState({ expired: true });",
    to: "if (stop === 'signed-out') void mirror.outbox.clear();",
  },
  {
    name: 'a change is called saved before it is on the disk',
    seed: 1,
    file: 'pwa/local/outbox/queue.ts',
    from: '  return saving(mirror, (isRepeated) => append(mirror, entries, { isRepeated }));',
    to: `  void append(mirror, entries, { isRepeated: false }).catch(() => undefined);
  return entries.map(({ key }) => key);`,
  },
  {
    name: 'a pull remembers a revision that it has not read',
    seed: 3,
    file: 'pwa/sync/pull/pull.ts',
    from: 'cursor: tail?.until ?? until, tail: null,',
    to: 'cursor: (tail?.until ?? until) + 1, tail: null,',
  },
  {
    name: 'a device keeps what a restored backup does not have',
    seed: 2,
    file: 'pwa/sync/pull/pull.ts',
    from: '      generation,\n',
    to: '',
    also: [
      {
        file: 'pwa/sync/pull/pull.ts',
        from: 'if (!this.#totals) return true;',
        to: 'return true;',
      },
    ],
  },
  {
    name: 'a correction overtakes the one before',
    seed: 3,
    file: 'pwa/visitor/outbox.ts',
    from: 'if (entry.after && (await isQueued(entry.after)))',
    to: 'if (entry.after === entry.key)',
    also: [
      {
        file: 'pwa/features/inquiry/send-correction.ts',
        from: '  for (const each of queued) await sendEntry(each);\n',
        to: '',
      },
    ],
    isWide: true,
  },
  {
    name: 'changes that a restored backup lacks are not sent again',
    seed: 16,
    file: 'pwa/sync/push/replay-after-restore.ts',
    from: 'if (each.at >= oldest) lost.push(',
    to: 'if (each.at < oldest) lost.push(',
  },
  {
    name: 'a restored server takes queued changes before the lost ones',
    seed: 8,
    file: 'server/http/api/access.ts',
    from: "if (meant === '' ||",
    to: "if (meant !== 'nothing' ||",
  },
  {
    name: 'nobody is asked about a status that both sides changed',
    seed: 5,
    file: 'pwa/local/changes/applications.ts',
    from: 'disputed: conflicts ?? comparedHere(made, change),',
    to: 'disputed: [],',
  },
  {
    name: 'a note sets the status that it repeats',
    seed: 3,
    file: 'server/domain/pipeline/change-status.ts',
    from: 'isDisputed ? status : after',
    to: 'status',
  },
  {
    name: 'a new mirror ignores the note of the old one',
    seed: 3,
    file: 'pwa/sync/follow-unsent.ts',
    from: 'const noted = notedUnsent(this.#mirror.userId);',
    to: 'const noted: string[] = [];',
  },
  {
    name: 'on a full phone a call counts as sent when the disk does not have it',
    seed: 1,
    file: 'pwa/visitor/outbox.ts',
    from: "const GONE: SendResult = { kind: 'waiting', answered: true };",
    to: "const GONE: SendResult = { kind: 'sent' };",
    also: [
      {
        file: 'pwa/visitor/outbox.ts',
        from: '(await entryOf(key)) ?? known;',
        to: "await getRow<VisitorEntry>('outbox', key);",
      },
    ],
  },
  {
    name: 'a call that the disk of a visitor refuses is called saved',
    seed: 1,
    file: 'pwa/visitor/outbox.ts',
    from: 'else inPage.set(entry.key, entry);',
    to: '',
  },
  {
    name: 'a message that is changed after it has arrived becomes another one',
    seed: 2,
    file: 'pwa/features/inquiry/send-inquiry.ts',
    from: '=== replaces?.key) ?? replaces;',
    to: '=== replaces?.key) ?? null;',
  },
  {
    name: 'the change of a message whose answer was lost is not sent',
    seed: 17,
    file: 'pwa/visitor/outbox.ts',
    from: 'of entry.later ?? [])',
    to: 'of [] as VisitorEntry[])',
  },
  {
    name: 'a message that was added and the inquiry that arrives after it are two',
    seed: 5,
    file: 'server/domain/pipeline/inquiries.ts',
    from: 'if (message) sorted.joining',
    to: 'if (message === null) sorted.joining',
  },
  {
    name: 'a message that is added after its inquiry has arrived makes another one',
    seed: 5,
    file: 'server/domain/pipeline/inquiries.ts',
    from: 'if (found[0]) sorted.known.push(found[0].id);\n      else entered',
    to: 'entered',
  },
  {
    name: 'a stand keeps the private links of its visitors',
    seed: 10,
    file: 'pwa/visitor/receipts.ts',
    from: '!linkToken || isShared ||',
    to: '!linkToken ||',
  },
  {
    name: 'a note that meets another status restores it by a change of its own',
    seed: 3,
    file: 'pwa/sync/push/accept.ts',
    from: '      await updateQuestions(mirror, answers.asked);\n',
    to: `      for (const { entry, reply } of accepted) {
        const status = entry.type === 'status-changed' ? reply?.change.previousStatus : undefined;
        if (!status || entry.body.status !== entry.seen.status || status === entry.seen.status) continue;
        await outbox.add(newEntry(statusChanged.make({ status, notes: null }, entry.seen)));
      }
      await updateQuestions(mirror, answers.asked);
`,
    also: [
      {
        file: 'pwa/sync/push/accept.ts',
        from: "import type { Mirror } from '#pwa/local/database/mirror.ts';",
        to: `import type { Mirror } from '#pwa/local/database/mirror.ts';
import { statusChanged } from '#pwa/local/changes/applications.ts';
import { newEntry } from '#pwa/local/outbox/queue.ts';`,
      },
    ],
  },
  {
    name: 'a note is sent without what the person saw',
    seed: 3,
    file: 'pwa/local/changes/applications.ts',
    from: "return withSeenIfSaid({ ...entry, body }, ['status']);",
    to: 'return body;',
  },
  {
    name: 'a wait that a wrong clock has set is kept',
    seed: 17,
    file: 'pwa/sync/push/after-failure.ts',
    from: 'return at - now <= LONGEST_WAIT && (failure?.at ?? 0) <= now;',
    to: 'return true;',
  },
  {
    name: 'a timer is set for longer than a browser can wait',
    seed: 17,
    file: 'pwa/sync/push/after-failure.ts',
    from: 'return at - now <= LONGEST_WAIT && (failure?.at ?? 0) <= now;',
    to: 'return true;',
    also: [
      {
        file: 'pwa/sync/job.ts',
        from: 'Math.min(wait, LONGEST_WAIT)',
        to: 'wait',
      },
    ],
  },
  {
    name: 'what the server has deleted stays',
    seed: 8,
    file: 'pwa/sync/pull/store-page.ts',
    from: 'write({ generation, rows, gone, asOf: revision });',
    to: 'write({ generation, rows, gone: [] });',
    also: [
      {
        file: 'pwa/sync/pull/pull.ts',
        from: 'if (!this.#totals) return true;',
        to: 'return true;',
      },
    ],
  },
  {
    name: 'a change does not wait for the conversion that makes its record',
    seed: 12,
    file: 'pwa/sync/push/lanes.ts',
    from: 'return dependsOn === null ||',
    to: 'return dependsOn !== undefined ||',
  },
  {
    name: 'the phone sends what is behind a refused change',
    seed: 7,
    file: 'pwa/sync/push/lanes.ts',
    from: `        blocked.add(entry.entity);
        continue;`,
    to: '        continue;',
  },
  {
    name: 'a batch goes on behind a refusal in its lane',
    seed: 7,
    file: 'server/domain/replication/refused-lanes.ts',
    from: 'return this.#lanes.has(lane) || ',
    to: 'return ',
  },
  {
    name: 'undo drops what is in flight',
    seed: 4,
    file: 'pwa/local/outbox/undo.ts',
    from: "entry.state === 'sending' || (unsentOnly && how === 'unanswered')",
    to: "unsentOnly && how === 'unanswered'",
  },
  {
    name: 'undo calls a change unsent that was tried',
    seed: 1,
    file: 'pwa/local/outbox/outbox-actions.ts',
    from: "(state === 'waiting' && tries === 0)",
    to: "state === 'waiting'",
  },
  {
    name: 'a change is sent for another user than the one who made it',
    seed: 1,
    file: 'pwa/sync/push/delivery.ts',
    from: `        sentFor: mirror.userId,
        sentTo: asOf.epoch,`,
    to: '        sentTo: asOf.epoch,',
  },
  {
    name: 'an accepted change leaves the outbox without its row',
    seed: 1,
    file: 'pwa/sync/push/accept.ts',
    from: '    await putRows(mirror, list, rows[list]);\n',
    to: '',
  },
  {
    name: 'accepted changes are not kept for a replay',
    seed: 1,
    file: 'pwa/sync/push/accept.ts',
    from: "        'accepted',\n",
    to: "        'undone',\n",
  },
  {
    name: 'a pull does not notice that the database was replaced',
    seed: 2,
    file: 'pwa/sync/pull/store-page.ts',
    from: 'if (after.epoch !== null) await hearOf(mirror, after.epoch);',
    to: '',
    also: [
      {
        file: 'pwa/sync/pull/pull.ts',
        from: 'if (epoch !== null) await hearOf(mirror, epoch);',
        to: '',
      },
    ],
  },
  {
    name: 'a phone keeps the accepted changes of an erased person',
    seed: 104,
    file: 'pwa/local/rows/forget-records.ts',
    from: 'gone.has(idIn(list, entry))',
    to: 'gone.size < 0',
  },
  {
    name: 'the badge counts refused changes as waiting',
    seed: 3,
    file: 'pwa/sync/triggers.ts',
    from: 'waiting: (await outbox.count()) - refused,',
    to: 'waiting: await outbox.count(),',
  },
  {
    name: 'a toast calls a change sent that has failed',
    seed: 1,
    file: 'pwa/local/outbox/outcome.ts',
    from: 'const [sent, dropped] = [ended.accepted.length, ended.dropped.length];',
    to: 'const [sent, dropped] = [ended.accepted.length + left.length, ended.dropped.length];',
  },
  {
    name: 'a toast calls a change sent that was dropped',
    seed: 4,
    file: 'pwa/local/outbox/outcome.ts',
    from: 'const [sent, dropped] = [ended.accepted.length, ended.dropped.length];',
    to: 'const [sent, dropped] = [ended.accepted.length + ended.dropped.length, 0];',
  },
  {
    name: 'a question about a status names a choice that a later one has replaced',
    seed: 8,
    file: 'pwa/local/outbox/questions.ts',
    from: 'key: entry.key, mine });',
    to: 'key: entry.key });',
  },
  {
    name: 'a question about a field asks for the value of the other person as mine',
    seed: 3,
    file: 'pwa/sync/push/accept.ts',
    from: 'mine: valueIn(body, field),',
    to: 'mine: valueIn(theirs, field),',
  },
  {
    name: 'the history begins with what the person saw',
    seed: 1,
    file: 'server/domain/pipeline/change-status.ts',
    from: 'previousStatus: before.status,',
    to: 'previousStatus: body.seen?.status ?? before.status,',
  },
  {
    name: 'changes of one transaction share a revision',
    seed: 2,
    file: 'server/domain/pipeline/change-status.ts',
    from: `    version += 1;
    changed.version = version;`,
    to: '    changed.version = version + 1;',
  },
  {
    name: 'a file is noted on the device and not in the audit log',
    seed: 1,
    file: 'server/domain/people/note-export.ts',
    from: 'await audit(tx, actor, {',
    to: 'void [audit, tx, actor]; void ({',
  },
  {
    name: 'a saved view is accepted and not stored',
    seed: 2,
    file: 'server/domain/pipeline/views.ts',
    from: 'if (isLater(before, happenedAt)) return;',
    to: 'if (before === null || isLater(before, happenedAt)) return;',
  },
  {
    name: 'a scan that arrives twice counts twice',
    seed: 4,
    file: 'server/domain/campaigns/visits.ts',
    from: '} else if (countedFor !== campaignId) {',
    to: `} else if (countedFor === campaignId) {
        counted.counts.set(campaignId, (counted.counts.get(campaignId) ?? 0) + 1);
      } else {`,
  },
  {
    name: 'a scan is lost when its campaign arrives after it',
    seed: 5,
    file: 'server/domain/campaigns/campaign-leases.ts',
    from: "await insertNewRows(tx, 'Visit', VISIT, visits);",
    to: "await insertNewRows(tx, 'Visit', VISIT, visits.slice(1));",
  },
  {
    name: 'stored answers hold the rows of their replies',
    seed: 4,
    file: 'server/domain/replication/stored-answers.ts',
    from: 'isRead ? new Applied(outcome as Applied) : outcome',
    to: 'outcome',
  },
  {
    name: 'an old answer replaces a newer row',
    seed: 41,
    isWide: true,
    file: 'pwa/sync/pull/store-page.ts',
    from: '  await mirrored.write({ generation, rows: wanted });',
    to: `  await mirrored.remove(wanted.map(({ id }) => id));
  await mirrored.write({ generation, rows: wanted });`,
  },
  {
    name: 'of two copies of a row the older one counts',
    seed: 7,
    file: 'pwa/local/rows/page-order.ts',
    from: '  return row.version < version;',
    to: '  return row.version !== version;',
  },
  {
    name: 'a change that was forbidden is retried under a new key',
    isWide: true,
    seed: 1,
    file: 'pwa/local/outbox/outbox-actions.ts',
    from: "const isUnread = entry.reason?.problem.code === 'forbidden';",
    to: 'const isUnread = false;',
  },
  {
    name: 'questions about an erased person are kept',
    isWide: true,
    seed: 2,
    file: 'pwa/local/rows/forget-records.ts',
    from: '  await forgetQuestionsAbout(mirror, list, ids);\n',
    to: '',
  },
  {
    name: 'a page replaces a newer row',
    seed: 5,
    file: 'pwa/sync/pull/store-page.ts',
    from: '  await list.write({ generation, rows, gone, asOf: revision });',
    to: `  await list.remove([...gone, ...rows.map(({ id }) => id)]);
  await list.write({ generation, rows });`,
  },
  {
    name: 'a page does not send what visitors have left on the device',
    seed: 11,
    file: 'pwa/visitor/keep-sending.ts',
    from: `  document.addEventListener('visibilitychange', shown);
  now();`,
    to: '',
  },
  {
    name: 'a correction by the private link is accepted and changes nothing',
    seed: 17,
    file: 'server/domain/pipeline/inquiry-links.ts',
    from: 'const data = { ...fields, corrections:',
    to: 'const data = { corrections:',
  },
  {
    name: 'devices do not hear of a withdrawal',
    isWide: true,
    seed: 2,
    file: 'server/domain/pipeline/inquiry-links.ts',
    from: 'const data = { ...anonymous, withdrawnAt: change.arrivedAt, version };',
    to: 'const data = { ...anonymous, withdrawnAt: change.arrivedAt };',
  },
  {
    name: 'the copy of an erased person stays in pages',
    seed: 11,
    file: 'pwa/local/rows/mirrored-list.ts',
    from: 'const erased = rows.filter(isErased).map(({ id }) => id);',
    to: 'const erased: IdIn<List>[] = [];',
  },
  {
    name: 'a removed application stays in lists',
    seed: 2,
    file: 'pwa/local/rows/read-rows.ts',
    from: '(rows.some(isRemoved) ? rows.filter(isNotRemoved) : rows)',
    to: 'rows',
  },
  {
    name: 'a history entry is kept twice',
    seed: 1,
    file: 'pwa/local/rows/history.ts',
    from: 'sorted.filter((entry) => !known.has(keyOf(entry)))',
    to: 'sorted.filter(() => known !== undefined)',
  },
  {
    name: 'the undo of an import drops what may have arrived',
    seed: 7,
    file: 'pwa/local/outbox/undo.ts',
    from: 'entries.filter((entry) => !isOnlyHere(entry))',
    to: 'entries.filter((entry) => isOnlyHere(entry) && false)',
  },
  {
    name: 'a withdrawn message comes back',
    isWide: true,
    seed: 2,
    file: 'server/domain/pipeline/inquiries.ts',
    from: '      if (gone.some((one) => one.reference === reference && isAnonymised(one))) return ERASED;',
    to: '      void [gone, reference, isAnonymised, ERASED];',
  },
  {
    name: 'the daily job trusts every clock',
    seed: 9,
    file: 'server/domain/people/trusted-clock.ts',
    from: 'held: pause > LONGEST_PAUSE,',
    to: 'held: pause > LONGEST_PAUSE * 1_000,',
  },
  {
    name: 'a row of an answer replaces a newer one while all is pulled again',
    seed: 1,
    file: 'pwa/sync/pull/store-page.ts',
    from: '    if (known) return !isSame || known.version < version;',
    to: '    if (known) return true;',
    also: [
      {
        file: 'pwa/local/rows/page-order.ts',
        from: '  return row.version < version;',
        to: '  return row.version !== version;',
      },
    ],
  },
  {
    name: 'the note of unsent changes leaves out saved views',
    seed: 2,
    file: 'pwa/sync/follow-unsent.ts',
    from: 'const entries = await outbox.limit(MOST_NOTED).toArray();',
    to: "const entries = (await outbox.limit(MOST_NOTED).toArray()).filter(({ entity }) => !entity.startsWith('view:'));",
  },
  {
    name: 'a screen shows a change before it is on the disk',
    seed: 6,
    file: 'pwa/local/outbox/queue.ts',
    from: `      return keys;
    },
  );
  JustQueued.of(mirror).add(added);`,
    to: `      JustQueued.of(mirror).add(added);
      return keys;
    },
  );`,
  },
  {
    name: 'changes that are made together are queued one by one',
    seed: 9,
    file: 'pwa/local/outbox/queue.ts',
    from: `  const keys = await mirror.transaction(
    'rw',`,
    to: `  const keys = await (async (...given: unknown[]) => (given[2] as () => Promise<string[]>)())(
    'rw',`,
  },
  {
    name: 'views that name an erased person stay on the phone',
    seed: 3,
    file: 'pwa/sync/pull/store-page.ts',
    from: '  await removeViewsAbout(mirror, state.key, [...page.gone, ...erased, ...missing]);',
    to: '  void [removeViewsAbout, erased, missing];',
  },
  {
    name: 'views that name a person whom a full pull leaves out stay',
    seed: 63,
    file: 'pwa/sync/pull/store-page.ts',
    from: 'isWhole && isKnown ? await leftOut(mirror, state, page.rows) : [];',
    to: 'isWhole && isKnown && !leftOut ? [state.key] : [];',
  },
  {
    name: 'a page that was pulled from the start is not swept',
    seed: 2,
    file: 'pwa/sync/pull/store-page.ts',
    from: 'await sweep(mirror, state, { ...after, revision: page.revision });',
    to: 'void sweep;',
  },
  {
    name: 'the note of an export is dropped before it is sent',
    seed: 1,
    file: 'pwa/sync/push/delivery.ts',
    from: '    const [only] = entries;\n',
    to: `    const [only] = entries;
    const notes = entries.filter(({ type }) => type === 'export-noted');
    await mirror.outbox.bulkDelete(notes.map(({ seq }) => seq));
`,
  },
  {
    name: 'rows stay on a phone whose user lost the rights',
    isWide: true,
    seed: 3,
    file: 'pwa/sync/pull/refresher.ts',
    from: 'if (await this.#isForbidden(error)) await this.#empty(list);',
    to: 'await this.#isForbidden(error);',
  },
  {
    name: 'a removal leaves its inquiry converted',
    seed: 6,
    file: 'server/domain/pipeline/remove-application.ts',
    from: 'convertedToApplication: !removed }',
    to: 'convertedToApplication: contact.convertedToApplication || !removed }',
  },
  {
    name: 'an undo reverses what has made nothing',
    seed: 3,
    file: 'pwa/local/outbox/undo.ts',
    from: 'new Set([...asked, ...already]);',
    to: 'new Set([...asked, ...already].filter((key) => !already.includes(key)));',
    also: [
      {
        file: 'pwa/sync/push/accept.ts',
        from: '      await dropReverses(mirror, answers.already);\n',
        to: '      void dropReverses;\n',
      },
    ],
  },
  {
    name: 'a note about an erased person that comes late is kept',
    seed: 3,
    file: 'server/domain/pipeline/change-status.ts',
    from: '      if (saysAboutErased(before, saidBy(call))) return ERASED;\n',
    to: '      void [saysAboutErased, ERASED];\n',
  },
  {
    name: 'two processes send the same mail',
    seed: 5,
    file: 'server/domain/reminders/send-mails.ts',
    from: 'return count === 0 ? null : { ...mail, ...data };',
    to: 'return count < 0 ? null : { ...mail, ...data };',
  },
  {
    name: 'a note is stored without its words',
    seed: 1,
    file: 'server/domain/pipeline/change-status.ts',
    from: '    notes: body.notes,\n',
    to: '    notes: null,\n',
  },
  {
    name: 'a reason is accepted and not stored',
    seed: 1,
    file: 'server/domain/pipeline/change-status.ts',
    from: '    reason: body.reason ?? null,\n',
    to: '    reason: null,\n',
  },
  {
    name: 'a reason is not sent',
    seed: 1,
    file: 'pwa/local/changes/applications.ts',
    from: '...(reason && { reason }) };',
    to: '...(reason && {}) };',
  },
  {
    name: 'an edit is recorded the wrong way round',
    seed: 1,
    file: 'server/domain/pipeline/applications.ts',
    from: 'before: before[field], after: after[field]',
    to: 'before: after[field], after: before[field]',
  },
  {
    name: 'a follow-up is accepted and not stored',
    seed: 2,
    file: 'server/domain/pipeline/applications.ts',
    from: 'const data = { followUpOn: after, removedAt, version };',
    to: 'const data = { removedAt, version };',
  },
  {
    name: 'the applications of an import share a revision',
    seed: 2,
    file: 'server/domain/pipeline/applications.ts',
    from: 'version: first + n }',
    to: 'version: first + n * 0 }',
  },
  {
    name: 'a refused change is sent again and again',
    seed: 3,
    file: 'pwa/sync/push/after-failure.ts',
    from: "return stopped(null, { state: 'refused', reason, failure });",
    to: "return stopped(null, { state: 'waiting', reason, failure });",
  },
  {
    name: 'a refused change leaves the outbox',
    seed: 3,
    file: 'pwa/sync/push/delivery.ts',
    from: "    if (attempt?.verdict === 'refused') {\n",
    to: `    if (attempt?.verdict === 'refused') {
      await mirror.outbox.delete(entry.seq);
`,
  },
  {
    name: 'a page counts what it has sent twice',
    seed: 1,
    file: 'pwa/sync/push/delivery.ts',
    from: 'progress.sent += accepted.length;',
    to: 'progress.sent += accepted.length * 2;',
  },
  {
    name: 'the badge counts no open questions',
    seed: 3,
    file: 'pwa/sync/triggers.ts',
    from: 'conflicts: await questions.count(),',
    to: 'conflicts: 0 * (await questions.count()),',
  },
  {
    name: 'an eviction that lost changes is not told',
    seed: 3,
    file: 'pwa/sync/follow-unsent.ts',
    from: 'return unknown.length + refused.length;',
    to: 'return unknown.length * 0 + refused.length;',
  },
  {
    name: 'a message of a visitor whose request was lost is dropped',
    seed: 1,
    file: 'pwa/visitor/outbox.ts',
    from: "  const result = await post(entry);\n  if (result.kind === 'waiting') return result;\n",
    to: "  const result = await post(entry);\n  if (result.kind === 'waiting' && result.answered) return result;\n",
  },
  {
    name: 'a message of a visitor is sent under a new key each time',
    seed: 1,
    file: 'pwa/visitor/post-entry.ts',
    from: '[IDEMPOTENCY_KEY]: key,',
    to: '[IDEMPOTENCY_KEY]: key.slice(0, -6) + String(Math.random()).slice(2, 8),',
  },
  {
    name: 'a sign-out that keeps the changes drops them',
    seed: 1,
    file: 'pwa/session/leave-device.ts',
    from: 'await emptyTables(mirror, keepOutbox ? OWN : []);',
    to: 'await emptyTables(mirror, keepOutbox ? [] : []);',
  },
  {
    name: 'an accepted change stays in the outbox',
    seed: 1,
    file: 'pwa/sync/push/accept.ts',
    from: '      await removeFromOutbox(mirror, entries, inFlightId);\n',
    to: '      await removeFromOutbox(mirror, entries.slice(1), inFlightId);\n',
  },
  {
    name: 'nobody knows what is in flight',
    seed: 1,
    file: 'pwa/local/outbox/in-flight.ts',
    from: 'mirror.inFlight.add({ seqs: entries.map(({ seq }) => seq) });',
    to: 'mirror.inFlight.add({ seqs: [] });',
  },
  {
    name: 'the badge counts no refused changes',
    seed: 3,
    file: 'pwa/sync/triggers.ts',
    from: '        refused,\n',
    to: '        refused: 0 * refused,\n',
  },
  {
    name: 'a conversion leaves its inquiry open',
    seed: 1,
    file: 'server/domain/pipeline/convert-contact.ts',
    from: '      convertedToApplication: true,\n',
    to: '',
  },
  {
    name: 'the state of an inquiry is accepted and not stored',
    seed: 2,
    file: 'server/domain/pipeline/contacts.ts',
    from: 'const data = { state, setAsideAt,',
    to: 'const data = { setAsideAt,',
  },
  {
    name: 'two changes of one record are under way at once',
    seed: 1,
    file: 'pwa/sync/push/lanes.ts',
    from: 'const blocked = new Set(this.#taken.keys());',
    to: 'const blocked = new Set<string>();',
  },
  {
    name: 'what was dropped meanwhile is sent all the same',
    seed: 3,
    file: 'pwa/local/outbox/in-flight.ts',
    from: 'wanted.filter(({ key }) => current.has(key));',
    to: '[...wanted];',
  },
  {
    name: 'undo leaves what later changes saw',
    seed: 12,
    file: 'pwa/local/outbox/undo.ts',
    from: '    await forgetDropped(mirror, entry);\n',
    to: '    void forgetDropped;\n',
  },
  {
    name: 'dependents lose a retried change',
    seed: 17,
    file: 'pwa/local/outbox/outbox-actions.ts',
    from: '      await mirror.outbox.filter(({ dependsOn }) => dependsOn === key).modify({ dependsOn: fresh });\n',
    to: '',
  },
  {
    name: 'a view that is changed while it is sent is forgotten',
    seed: 7,
    file: 'pwa/sync/push/accept.ts',
    from: '  await answered(mirror, inFlightId, seqs);\n',
    to: `  await answered(mirror, inFlightId, seqs);
  const views = entries.filter(({ type }) => type === 'view-saved').map(({ entity }) => entity);
  await mirror.outbox.where('entity').anyOf(views).delete();
`,
  },
  {
    name: 'checksums of another revision are compared',
    seed: 1,
    file: 'pwa/sync/pull/pull.ts',
    from: 'if (after.tail === null && page.revision === after.cursor) this.#totals',
    to: 'if (after.tail === null) this.#totals',
    // A list here fits into one page of the product.
    also: [
      {
        file: 'pwa/sync/pull/first-pages.ts',
        from: 'export const PAGE = 1_000;',
        to: 'export const PAGE = 3;',
      },
      {
        file: 'pwa/sync/pull/first-pages.ts',
        from: 'export const VERY_FIRST_PAGE = 200;',
        to: 'export const VERY_FIRST_PAGE = 2;',
      },
      {
        file: 'pwa/sync/pull/pull.ts',
        from: 'const LARGEST_PAGE = 2_000;',
        to: 'const LARGEST_PAGE = 4;',
      },
    ],
  },
  {
    name: 'an edit does not bring a removed application back',
    seed: 1,
    isWide: true,
    file: 'server/domain/pipeline/applications.ts',
    from: 'const data = { ...changed, removedAt, updatedAt: arrivedAt, version };',
    to: 'const data = { ...changed, updatedAt: arrivedAt, version };',
  },
  {
    name: 'an answer of a restored database meets a copy of the one before',
    isWide: true,
    seed: 67,
    file: 'pwa/sync/pull/store-page.ts',
    from: 'mirrored.get(id, first)',
    to: 'mirrored.get(id)',
  },
  {
    name: 'what an erased person had written stays in the history of somebody else',
    seed: 1,
    isWide: true,
    file: 'pwa/local/rows/history.ts',
    from: '|| (notes === null && previousStatus === newStatus)',
    to: '',
  },
  {
    name: 'a row that changes between two pages of a full pull is taken for deleted',
    seed: 5,
    isWide: true,
    file: 'pwa/sync/pull/pull.ts',
    from: 'while (!isCurrent && tail) {',
    to: 'while (!isCurrent && tail && since < 0) {',
  },
  {
    name: 'a page that came early tells what is new during a full pull',
    seed: 2,
    isWide: true,
    file: 'pwa/sync/pull/pull.ts',
    from: 'const early = isOpening && (await takeEarly(mirror, path));',
    to: 'const early = await takeEarly(mirror, path);',
  },
  {
    name: 'a phone keeps no copies of what it has seen when a backup is restored',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/replay-after-restore.ts',
    from: 'if (state.epoch) await keepCopies(mirror, state.epoch, left);',
    to: '',
  },
  {
    name: 'a phone takes the rows of the restored database for copies of the one before',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/replay-after-restore.ts',
    from: 'if (state.epoch) await keepCopies(mirror, state.epoch, left);',
    to: 'if (state.epoch) await keepCopies(mirror, epoch, left);',
  },
  {
    name: 'the revision at which a backup and its database parted is one too high',
    restores: true,
    seed: 1,
    file: 'server/domain/replication/delta.ts',
    from: 'return restored?.revision ?? 0;',
    to: 'return (restored?.revision ?? 0) + 1;',
  },
  {
    name: 'inquiries are not among the copies',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/keep-copies.ts',
    from: 'if (row.version > left) kept[list].push(copy);',
    to: "if (row.version > left && list !== 'contacts') kept[list].push(copy);",
  },
  {
    name: 'a copy that was accepted is offered for ever',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/give-back.ts',
    from: 'await meta.put({ ...now, offered: last.id });',
    to: 'await meta.count();',
  },
  {
    name: 'copies are offered to one database alone',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/replay-after-restore.ts',
    from: "await meta.put({ key: 'server', epoch, heard: epoch } satisfies ServerState);",
    to: 'await meta.put({ ...now, epoch, heard: epoch } satisfies ServerState);',
  },
  {
    name: 'a second restore throws away what was kept of the first',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/keep-copies.ts',
    from: '  await mirror.copies.bulkAdd(',
    to: `  await mirror.copies.clear();
  await mirror.copies.bulkAdd(`,
  },
  {
    name: 'copies have no history',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/keep-copies.ts',
    from: 'for (const entry of await entriesAbove(mirror, left)) {',
    to: 'for (const entry of await entriesAbove(mirror, Number.POSITIVE_INFINITY)) {',
  },
  {
    name: 'a phone forgets which records it has seen deleted',
    restores: true,
    seed: 1,
    file: 'pwa/sync/pull/store-page.ts',
    from: '  await noteGone(mirror, key, gone, revision);\n',
    to: '',
  },
  {
    name: 'an anonymised copy is no erasure',
    restores: true,
    seed: 1,
    file: 'server/domain/backups/held-copies.ts',
    from: "if (kind === 'anonymised' && !isOfAnonymised(row)) {",
    to: `if (kind === 'anonymised') return null;
  if (kind !== 'row' && !isOfAnonymised(row)) {`,
  },
  {
    name: 'copies of an erased person stay on the phone',
    restores: true,
    seed: 1,
    file: 'pwa/local/rows/forget-records.ts',
    from: `    .anyOf(ids.map((id) => [list, id]))
    .delete();`,
    to: `    .anyOf(ids.map((id) => [list, id]))
    .count();`,
  },
  {
    name: 'a phone that comes late keeps copies of whom the server has erased',
    restores: true,
    seed: 1,
    file: 'pwa/sync/push/give-back.ts',
    from: '        await forgetErased(mirror, said.erased);\n',
    to: '',
  },
  {
    name: 'copies that have nothing to give any more stay at the server',
    restores: true,
    seed: 1,
    file: 'server/domain/backups/decide-copies.ts',
    from: '  await forgetIdleCopies(db);\n',
    to: '',
  },
  {
    name: 'who was erased after a restore comes back with a phone',
    restores: true,
    seed: 1,
    file: 'server/domain/backups/held-copies.ts',
    from: '(here.stones.get(of) ?? -1) > parted;',
    to: '(here.stones.get(of) ?? -1) > parted + 1e9;',
  },
  {
    name: 'history entries that are missing are not written',
    restores: true,
    seed: 1,
    file: 'server/domain/backups/decide-copies.ts',
    from: `    for (const [n, entry] of entries.entries()) {
      const userId`,
    to: `    for (const [n, entry] of entries.slice(1).entries()) {
      const userId`,
  },
  {
    name: 'an application comes back without the status that a phone has seen',
    restores: true,
    seed: 1,
    file: 'server/domain/backups/offer-copies.ts',
    from: "if (held.state === 'open') return merged(toCopy(held), given);",
    to: "if (held.state === 'open') return toCopy(held);",
  },
  {
    name: 'a copy that an admin has taken is not written',
    restores: true,
    seed: 1,
    file: 'server/domain/backups/decide-copies.ts',
    from: '  await write(tx, by, given);\n',
    to: '  if (given.length < 3) await write(tx, by, given);\n',
  },
];
