import { expect, test } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { applicationEdited, statusChanged } from '#pwa/local/changes/applications.ts';
import type { Mutation } from '#pwa/local/changes/registry.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { newEntry } from './queue.ts';
import { withoutDropped } from './undo.ts';

const row = anApplication();
let count = 0;

function queued(change: Mutation): OutboxEntry {
  count += 1;
  return { ...newEntry(change), seq: count } as OutboxEntry;
}

function moved(
  from: Application['status'],
  to: Application['status'],
  notes: string | null = null,
) {
  const { id, contactId } = row;
  return queued(statusChanged.make({ status: to, notes }, { id, contactId, status: from }));
}

/** From and to of each status change that is another one now. */
function othersOf(dropped: OutboxEntry, later: OutboxEntry[]) {
  return withoutDropped(dropped, later).map(({ body, seen }) => [seen, body]);
}

test('W-11 a dropped status was seen by nobody: notes and the next status saw the one before it', () => {
  const note = moved('signed', 'signed', 'In Turin.');
  const next = moved('signed', 'rejected');
  const last = moved('rejected', 'signed');
  expect(othersOf(moved('pending', 'signed'), [note, next, last])).toMatchObject([
    [{ status: 'pending' }, { status: 'pending', notes: 'In Turin.' }],
    [{ status: 'pending' }, { status: 'rejected' }],
  ]);
});

test('a status that goes back to the one before the dropped one stays a choice', () => {
  expect(othersOf(moved('pending', 'signed'), [moved('signed', 'pending')])).toEqual([]);
});

test('W-12 an edit that is dropped leaves nothing of it in the edits behind it', () => {
  const { status: _, ...fields } = row;
  const first = { ...row, currentClub: 'Elche', phone: '1' };
  const edits = [
    queued(applicationEdited.make({ ...fields, ...first, position: 'wing' }, first)),
    queued(applicationEdited.make({ ...fields, ...first, currentClub: 'Getafe' }, first)),
  ];
  const dropped = queued(applicationEdited.make(first, row));
  expect(othersOf(dropped, [moved('pending', 'signed'), ...edits])).toMatchObject([
    [row, { currentClub: row.currentClub, phone: row.phone, position: 'wing' }],
    [row, { currentClub: 'Getafe', phone: row.phone }],
  ]);
});
