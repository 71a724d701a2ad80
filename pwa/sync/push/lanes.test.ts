import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { After } from './after-failure.ts';
import { Lanes } from './lanes.ts';

// The same cases in each run: a gate that is red at random tells nothing.
fc.configureGlobal({ seed: 1 });

const NOW = Date.parse('2026-03-01T14:05:00Z');
const always = () => true;

/** A queued change, the `seq`th, of the record `record`. */
function queued(seq: number, record: number, more: Partial<OutboxEntry> = {}): OutboxEntry {
  const entry = {
    type: 'follow-up-set',
    body: { followUpOn: null },
    seen: { id: 'a', followUpOn: null, contactId: null },
    seq,
    key: `key-${seq}`,
    entity: `application:${record}`,
    dependsOn: null,
    method: 'PUT',
    path: '/api/x',
    queuedAt: '2026-03-01T14:00:00Z',
    state: 'waiting',
    tries: 0,
    nextTryAt: 0,
    reason: null,
  } as const;
  // The kind is of no importance here, but where a test gives another.
  return { ...entry, ...more } as OutboxEntry;
}

const seqsOf = (entries: readonly OutboxEntry[]) => entries.map(({ seq }) => seq);

/** A queue of a few records; some changes are refused, some depend on an earlier one of another record. */
const aQueue = fc
  .array(
    fc.record({
      record: fc.nat(4),
      isRefused: fc.integer({ min: 0, max: 9 }).map((luck) => luck === 0),
      tries: fc.nat(2),
      dependsOn: fc.option(fc.nat(20), { freq: 3 }),
    }),
    { maxLength: 24 },
  )
  .map((given) =>
    given.map(({ record, isRefused, tries, dependsOn }, at) => {
      const other = dependsOn === null ? undefined : given[dependsOn];
      const isEarlier = dependsOn !== null && dependsOn < at && other?.record !== record;
      return queued(at, record, {
        tries,
        state: isRefused ? 'refused' : 'waiting',
        dependsOn: isEarlier ? `key-${dependsOn}` : null,
      });
    }),
  );

/** How each taken change ends, in this order, again and again. */
const ends = fc.array(fc.constantFrom<After>('gone', 'gone', 'gone', 'again', 'stopped'), {
  minLength: 1,
});

/** Takes and accepts until nothing is left that can be taken, two batches at a time; in the order of sending. */
function drain(entries: readonly OutboxEntry[], limit: number): OutboxEntry[] {
  const lanes = new Lanes(entries, always);
  const inFlight: OutboxEntry[][] = [];
  const sent: OutboxEntry[] = [];
  for (;;) {
    const batch = lanes.take(limit);
    if (batch.length > 0) inFlight.push(batch);
    sent.push(...batch);
    if (batch.length > 0 && inFlight.length < 2) continue;
    const answered = inFlight.shift();
    if (!answered) return sent;
    for (const entry of answered) lanes.giveBack(entry, 'gone');
  }
}

test('whatever is accepted, all of a record goes in order, and after what it depends on', () => {
  void fc.assert(
    fc.property(aQueue, fc.integer({ min: 1, max: 8 }), (entries, limit) => {
      const sent = drain(entries, limit);
      const places = new Map(sent.map(({ key }, at) => [key, at]));
      expect(places.size).toBe(sent.length);
      for (const [at, { entity, seq, dependsOn }] of sent.entries()) {
        const before = sent.slice(0, at).filter((one) => one.entity === entity);
        expect(before.every((one) => one.seq < seq)).toBe(true);
        if (dependsOn !== null) expect(places.get(dependsOn)).toBeLessThan(at);
      }
    }),
  );
});

test('what stays is refused, or stands behind something that stays', () => {
  void fc.assert(
    fc.property(aQueue, fc.integer({ min: 1, max: 8 }), (entries, limit) => {
      const sent = new Set(drain(entries, limit));
      for (const one of entries) {
        const isBehind = entries.some(
          (other) =>
            !sent.has(other) &&
            (other.key === one.dependsOn || (other.entity === one.entity && other.seq < one.seq)),
        );
        expect(sent.has(one)).toBe(one.state !== 'refused' && !isBehind);
      }
    }),
  );
});

test('whatever fails, a record is in flight once, and nothing overtakes what is still queued', () => {
  void fc.assert(
    fc.property(aQueue, ends, fc.integer({ min: 1, max: 8 }), (entries, given, limit) => {
      const lanes = new Lanes(entries, always);
      const left = new Set(entries);
      const flying = new Set<OutboxEntry>();
      const stopped = new Set<string>();
      let taken = 0;
      for (let round = 0; round < 40; round += 1) {
        const batch = lanes.take(limit);
        expect(batch.length).toBeLessThanOrEqual(limit);
        for (const entry of batch) {
          const isAhead = (one: OutboxEntry) => one.entity === entry.entity && one.seq < entry.seq;
          expect([...flying].some(({ entity }) => entity === entry.entity)).toBe(false);
          expect(stopped.has(entry.entity)).toBe(false);
          expect([...left].filter(isAhead).every((one) => batch.includes(one))).toBe(true);
        }
        for (const entry of batch) flying.add(entry);
        // Every second round one more batch is on its way.
        if (round % 2 === 0 && batch.length > 0) continue;
        for (const entry of [...flying]) {
          const after = given[taken++ % given.length] ?? 'gone';
          flying.delete(entry);
          if (after === 'gone') left.delete(entry);
          if (after === 'stopped') stopped.add(entry.entity);
          lanes.giveBack(entry, after);
        }
      }
    }),
  );
});

test('a batch has the lanes with the fewest tries first, then the oldest changes', () => {
  const entries = [queued(1, 1, { tries: 2 }), queued(2, 2), queued(3, 1), queued(4, 3)];
  expect(seqsOf(new Lanes(entries, always).take(10))).toEqual([2, 4, 1, 3]);
  expect(seqsOf(new Lanes(entries, always).take(3))).toEqual([2, 4, 1]);
  const mixed = [queued(1, 1), queued(2, 2), queued(3, 1)];
  expect(seqsOf(new Lanes(mixed, always).take(10))).toEqual([1, 2, 3]);
});

test('a lane whose first change is not due waits, and changes that come later stand in their lanes', () => {
  const entries = [queued(1, 1), queued(2, 2), queued(3, 1)];
  const lanes = new Lanes(entries, ({ seq }) => seq !== 1);
  expect(lanes.ready).toBe(1);
  lanes.add([queued(4, 1), queued(5, 2), queued(6, 3)]);
  expect(lanes.ready).toBe(3);
  expect(seqsOf(lanes.take(10))).toEqual([2, 5, 6]);
});

test('the reverse of a change goes once that change has left the queue', () => {
  const made = queued(1, 1);
  const lanes = new Lanes([made, queued(2, 2, { undoes: made.key })], always);
  expect(seqsOf(lanes.take(10))).toEqual([1]);
  lanes.giveBack(made, 'gone');
  expect(seqsOf(lanes.take(10))).toEqual([2]);
});

test('a lane is not taken again before all of it is given back', () => {
  const lanes = new Lanes([queued(1, 1), queued(2, 1), queued(3, 1)], always);
  const [first, second] = lanes.take(2);
  if (!first || !second) throw new Error('Two were to be taken.');
  lanes.giveBack(first, 'gone');
  expect(lanes.take(5)).toEqual([]);
  lanes.giveBack(second, 'again');
  expect(seqsOf(lanes.take(5))).toEqual([2, 3]);
});

test('what is ready ends before a refused change and before one of an unknown kind', () => {
  const refused = { state: 'refused' } as const;
  const unknown = { type: 'of-a-newer-version' } as unknown as Partial<OutboxEntry>;
  const entries = [queued(1, 1), queued(2, 1, refused), queued(3, 1), queued(4, 2, refused)];
  const lanes = new Lanes([...entries, queued(5, 3, unknown), queued(6, 3)], always);
  expect(lanes.ready).toBe(1);
  expect(seqsOf(lanes.take(10))).toEqual([1]);
});

test('the next try is that of the first change of a lane that may go, the earliest of all', () => {
  const failed = (seq: number, record: number, nextTryAt: number, more = {}) =>
    queued(seq, record, { nextTryAt, tries: 1, ...more });
  const nextOf = (...entries: OutboxEntry[]) => new Lanes(entries, always).nextTryAt(NOW);
  expect(nextOf()).toBeNull();
  expect(nextOf(queued(1, 1), failed(2, 1, NOW + 1_000))).toBeNull();
  expect(nextOf(failed(1, 1, NOW + 2_000), failed(2, 2, NOW + 1_000))).toBe(NOW + 1_000);
  expect(nextOf(failed(1, 1, NOW + 1_000, { state: 'refused' }))).toBeNull();
  expect(nextOf(queued(1, 1), failed(2, 2, NOW + 1_000, { dependsOn: 'key-1' }))).toBeNull();
  expect(nextOf(queued(1, 1), failed(2, 2, NOW + 1_000, { dependsOn: 'key-9' }))).toBe(NOW + 1_000);
});
