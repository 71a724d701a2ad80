import { expect, test } from 'vitest';
import type { Application, StatusChange } from '#contract/applications.ts';
import { applicationIdOf } from '#contract/fields/application-id.ts';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import type { Queued } from '#pwa/local/database/rows.ts';
import { newEntry } from '#pwa/local/outbox/queue.ts';
import { aContact, anApplication } from '#pwa/test/fake-server.ts';
import { foldHistory, foldRow, markOf } from './overlay.ts';

const row: Application = { ...anApplication(), updatedAt: '2026-01-05T10:00:00.000Z', version: 7 };
let seq = 0;

function changed(body: StatusChange, more: Partial<Queued> = {}): OutboxEntry {
  seq += 1;
  const entry = newEntry({
    type: 'status-changed',
    body,
    seen: { id: row.id, status: 'pending', contactId: null },
  });
  return { ...entry, seq, queuedAt: '2026-01-06T10:00:00.000Z', ...more } as OutboxEntry;
}

function converted(more: Partial<Queued> = {}): OutboxEntry {
  const entry = newEntry({
    type: 'contact-converted',
    body: { status: 'pending' },
    seen: aContact(5),
  });
  return { ...entry, seq: 1, ...more } as OutboxEntry;
}

test('W-06 a queued status shows as the status, as the last change, and as not sent', () => {
  const change = changed({ status: 'signed', notes: null });
  expect(foldRow('applications', row, [change])).toEqual({
    ...row,
    status: 'signed',
    updatedAt: change.queuedAt,
    waiting: 'not-sent',
  });
});

test('W-07 Q-12 a note alone leaves the status as it is, also when the server has moved it on', () => {
  const note = changed({ status: 'pending', notes: 'Called him.' });
  expect(foldRow('applications', { ...row, status: 'signed' }, [note])).toMatchObject({
    status: 'signed',
  });
  expect(foldHistory([], { ...row, status: 'signed' }, [note])).toMatchObject([
    { previousStatus: 'signed', newStatus: 'signed', notes: 'Called him.', waiting: 'not-sent' },
  ]);
});

test('Q-33 several changes are laid over in order, newest first in the history', () => {
  const changes = [
    changed({ status: 'in_review', notes: null }),
    changed({ status: 'signed', notes: 'Done.' }),
  ];
  expect(foldRow('applications', row, changes)).toMatchObject({ status: 'signed' });
  expect(foldHistory([], row, changes)).toMatchObject([
    { previousStatus: 'in_review', newStatus: 'signed' },
    { previousStatus: 'pending', newStatus: 'in_review' },
  ]);
});

test('W-12 a refused change is marked and not shown as done', () => {
  const refused = changed({ status: 'signed', notes: 'Text that is kept.' }, { state: 'refused' });
  expect(foldRow('applications', row, [refused])).toMatchObject({
    status: 'pending',
    waiting: 'refused',
  });
  expect(foldHistory([], row, [refused])).toMatchObject([
    { notes: 'Text that is kept.', waiting: 'refused' },
  ]);
});

test('W-10 a change that the server has already recorded is in the history once', () => {
  const change = changed({ status: 'signed', notes: null });
  const recorded = {
    id: change.key,
    applicationId: row.id,
    previousStatus: 'pending',
    newStatus: 'signed',
    notes: null,
    reason: null,
    edits: null,
    createdAt: change.queuedAt,
    arrivedAt: change.queuedAt,
    by: 'ana',
    version: 8,
  } as const;
  expect(foldHistory([recorded], row, [change])).toEqual([{ ...recorded, waiting: null }]);
});

test('an edit that waits stands in the history with what the fields held before; one that changed nothing does not', () => {
  const edit = (body: object) =>
    ({
      ...newEntry({ type: 'application-edited', body: { ...row, ...body }, seen: row }),
      seq: 1,
    }) as OutboxEntry;
  expect(
    foldHistory([], { ...row, status: 'signed' }, [edit({ phone: '2', heightCm: 181 })]),
  ).toMatchObject([
    {
      previousStatus: 'signed',
      newStatus: 'signed',
      notes: null,
      reason: null,
      edits: [
        { field: 'phone', before: row.phone, after: '2' },
        { field: 'heightCm', before: row.heightCm, after: 181 },
      ],
      waiting: 'not-sent',
    },
  ]);
  expect(foldHistory([], row, [edit({})])).toEqual([]);
});

test('an edit overrides only the fields that the person changed', () => {
  const entry = newEntry({
    type: 'application-edited',
    body: { ...row, currentClub: 'Elche' },
    seen: row,
  });
  const edit = { ...entry, seq: 1 } as OutboxEntry;
  const meanwhile = { ...row, phone: '+34 600 000 000' };
  expect(foldRow('applications', meanwhile, [edit])).toMatchObject({
    currentClub: 'Elche',
    phone: '+34 600 000 000',
  });
});

test('E-06 D-12 Q-19 a waiting conversion shows the application that it will make, under its final id', () => {
  const conversion = converted();
  expect(foldRow('applications', undefined, [conversion])).toMatchObject({
    id: applicationIdOf(5),
    contactId: 5,
    playerName: 'Player 5',
    currentClub: 'Getafe',
    agentNotes: 'Message: Please call me back.',
    status: 'pending',
    waiting: 'not-sent',
  });
  expect(foldRow('contacts', aContact(5), [conversion])).toMatchObject({
    convertedToApplication: true,
  });
});

test('Q-13 a refused conversion leaves the contact as it was, and makes no application', () => {
  const refused = converted({ state: 'refused' });
  expect(foldRow('applications', undefined, [refused])).toBeUndefined();
  expect(foldRow('contacts', aContact(5), [refused])).toMatchObject({
    convertedToApplication: false,
    waiting: 'refused',
  });
});

test('W-12 changes that depend on a refused conversion stay on the screen', () => {
  const id = applicationIdOf(5);
  const note = changed({ status: 'pending', notes: 'Tall.' });
  const onIt = { ...note, seen: { id, status: 'pending', contactId: 5 } } as OutboxEntry;
  expect(foldRow('applications', undefined, [converted({ state: 'refused' }), onIt])).toMatchObject(
    {
      id,
      waiting: 'refused',
    },
  );
});

test('the mark of a record: refused before in flight before queued', () => {
  expect(markOf([])).toBeNull();
  expect(markOf([{ state: 'waiting' }])).toBe('not-sent');
  expect(markOf([{ state: 'waiting' }, { state: 'sending' }])).toBe('sending');
  expect(markOf([{ state: 'sending' }, { state: 'refused' }])).toBe('refused');
});

test('D-07 an inquiry that is set aside on this phone is so at once, a refusal is only marked', () => {
  const changes = (['answered', 'spam'] as const).map((state) => {
    const entry = newEntry({
      type: 'contact-state-changed',
      body: { state },
      seen: aContact(5),
    });
    return { ...entry, seq: 1 } as OutboxEntry;
  });
  expect(foldRow('contacts', aContact(5), changes)).toMatchObject({
    state: 'spam',
    convertedToApplication: false,
    waiting: 'not-sent',
  });
  const refused = changes.map((entry) => ({ ...entry, state: 'refused' as const }));
  expect(foldRow('contacts', aContact(5), refused)).toMatchObject({
    state: 'new',
    waiting: 'refused',
  });
  expect(foldRow('contacts', aContact(5), [...changes, converted()])).toMatchObject({
    state: 'spam',
    convertedToApplication: true,
  });
});

test('a follow-up overrides the row without becoming its last change', () => {
  const entry = newEntry({ type: 'follow-up-set', body: { followUpOn: '2026-12-01' }, seen: row });
  const set = { ...entry, seq: 1 } as OutboxEntry;
  expect(foldRow('applications', row, [set])).toEqual({
    ...row,
    followUpOn: '2026-12-01',
    waiting: 'not-sent',
  });
  expect(foldHistory([], row, [set])).toEqual([]);
});
