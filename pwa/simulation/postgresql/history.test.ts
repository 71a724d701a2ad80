import { describe, expect, test } from 'vitest';
import {
  type Answer,
  checkHistory,
  type Delivery,
  type End,
  type Happening,
  type Read,
} from './history.ts';

const END: End = {
  revision: 9,
  keys: new Set(['k1']),
  excused: new Set(),
  effects: ['Note 1'],
  rows: new Set(['contacts 7']),
  stops: [],
};

function answer(more: Partial<Answer> = {}): Happening {
  const told = { device: 'phone', sent: 1, heard: 2, key: 'k1', effect: 'Note 1' };
  return { kind: 'answer', ...told, row: 'contacts 7', version: 5, ...more };
}

function read(more: Partial<Read> = {}): Happening {
  const asked = { device: 'phone', sent: 3, heard: 4, list: 'contacts', since: 0 };
  const rows = [{ row: 'contacts 7', version: 5 }];
  return { kind: 'read', ...asked, before: null, next: null, revision: 5, rows, gone: [], ...more };
}

function delivery(more: Partial<Delivery> = {}): Happening {
  const to = { process: 'server 1', at: 0, address: 'a@b.test', about: 'inquiry 7', mail: 'm1' };
  return { kind: 'delivery', ...to, ...more };
}

const CALL: Happening = { kind: 'call', key: 'k1', effect: 'Note 1' };

describe('the reader of a history', () => {
  test('finds nothing in a true one', () => {
    const later = read({ sent: 5, heard: 6, since: 5, revision: 9, rows: [] });
    expect(checkHistory([CALL, CALL, answer(), read(), later, delivery()], END)).toEqual([]);
  });

  test('finds an acknowledged write that is lost, by its key and by its effect', () => {
    expect(checkHistory([CALL, answer()], { ...END, keys: new Set() })).toEqual([
      'phone was told that k1 is accepted, and it is lost.',
    ]);
    expect(checkHistory([CALL, answer()], { ...END, effects: [] })).toEqual([
      '"Note 1" was accepted 1 times: 0 are there.',
    ]);
  });

  test('knows that an erased record has no effect', () => {
    const end = { ...END, keys: new Set<string>(), effects: [], excused: new Set(['k1']) };
    expect(checkHistory([CALL, answer()], end)).toEqual([]);
  });

  test('finds a write that is there twice, acknowledged or not', () => {
    expect(checkHistory([CALL], { ...END, effects: ['Note 1', 'Note 1'] })).toEqual([
      '"Note 1" was sent by 1 keys: 2 are there.',
    ]);
  });

  test('finds a revision, and a row, that go back', () => {
    const back = read({
      sent: 5,
      heard: 6,
      revision: 4,
      rows: [{ row: 'contacts 7', version: 4 }],
    });
    expect(checkHistory([read(), back], END)).toEqual([
      'phone has read revision at 5, and then at 4.',
      'phone has read contacts 7 at 5, and then at 4.',
    ]);
  });

  test('finds a read that does not know what the device has written before it', () => {
    const old = read({ since: 0, revision: 4, rows: [] });
    expect(checkHistory([CALL, answer(), old], END)).toEqual([
      'phone has read revision at 5, and then at 4.',
    ]);
  });

  test('lets calls overtake each other that were sent before either was heard', () => {
    const overtaken = read({ sent: 1, heard: 6, revision: 4, rows: [] });
    expect(checkHistory([read({ sent: 2 }), overtaken], END)).toEqual([]);
    expect(checkHistory([read(), { ...overtaken, device: 'other' } as Happening], END)).toEqual([]);
  });

  test('finds a gap: a page without a version that it covers', () => {
    const gap = read({ device: 'other', since: 3, revision: 8, rows: [] });
    expect(checkHistory([CALL, answer(), gap], END)).toEqual([
      'other has read contacts from 3 to 8 without contacts 7 at 5.',
    ]);
  });

  test('knows what a page does not cover, and rows that changed while it was read', () => {
    const first = read({ device: 'other', next: 6, revision: 8, rows: [] });
    const second = read({ device: 'other', before: 5, revision: 8, rows: [] });
    expect(checkHistory([CALL, answer(), first, second], END)).toEqual([]);
    const moved = answer({ sent: 7, heard: 8, version: 9 });
    const short = read({ device: 'other', revision: 8, rows: [] });
    expect(checkHistory([CALL, answer(), short, moved], END)).toEqual([]);
    const after = read({ sent: 5, heard: 6, revision: 8, since: 8, rows: [] });
    expect(checkHistory([CALL, answer(), short, after, moved], END)).toHaveLength(1);
  });

  test('knows a row that was deleted, and made again later', () => {
    const deleted = read({
      device: 'other',
      since: 3,
      revision: 8,
      rows: [],
      gone: ['contacts 7'],
    });
    expect(checkHistory([CALL, answer(), deleted], END)).toEqual([]);
  });

  test('finds a read from beyond the last revision', () => {
    expect(checkHistory([read({ revision: 10 })], END)).toEqual([
      'phone has read 10, and 9 is the last.',
    ]);
  });

  test('finds a mail that two servers send, and a mail that is queued twice', () => {
    const by = { process: 'server 2', at: 90_000 };
    expect(checkHistory([delivery(), delivery(by)], END)).toEqual([
      'a@b.test: inquiry 7 was sent by server 1 and again by server 2.',
    ]);
    const stops = [{ process: 'server 1', at: 10 }];
    expect(checkHistory([delivery(), delivery(by)], { ...END, stops })).toEqual([]);
    const another = delivery({ ...by, mail: 'm2' });
    expect(checkHistory([delivery(), another], { ...END, stops })).toHaveLength(1);
  });
});
