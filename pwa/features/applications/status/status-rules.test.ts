import { expect, test } from 'vitest';
import { canUpdate, type StatusFormState, toStatusChange } from './status-form.tsx';

const untouched: StatusFormState = {
  current: 'pending',
  chosen: 'pending',
  notes: '',
  pending: false,
};

test('P-12 nothing changed and no notes, or blanks only: Update is disabled', () => {
  expect(canUpdate(untouched)).toBe(false);
  expect(canUpdate({ ...untouched, notes: ' \n\t ' })).toBe(false);
});

test('P-13 while a change is in flight, Update is disabled', () => {
  expect(canUpdate({ ...untouched, chosen: 'signed', pending: true })).toBe(false);
});

test('P-14 a note alone is enough, and so is a status alone', () => {
  expect(canUpdate({ ...untouched, notes: 'Called him.' })).toBe(true);
  expect(canUpdate({ ...untouched, chosen: 'signed' })).toBe(true);
});

test('P-11 any status may follow any other', () => {
  expect(canUpdate({ ...untouched, current: 'rejected', chosen: 'pending' })).toBe(true);
});

test('P-16 notes are trimmed, and blanks are no notes', () => {
  expect(toStatusChange('signed', '  Called him.\n')).toEqual({
    status: 'signed',
    notes: 'Called him.',
  });
  expect(toStatusChange('signed', '   ')).toEqual({ status: 'signed', notes: null });
});
