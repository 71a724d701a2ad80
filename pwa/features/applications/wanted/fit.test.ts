import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Wanted } from '#contract/contacts.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { isAnythingAsked, playersWhoFit } from './fit.ts';

const TODAY = '2026-11-30';

function player(playerName: string, more: Partial<ApplicationRow> = {}): ApplicationRow {
  return { ...anApplication(), waiting: null, playerName, ...more } as ApplicationRow;
}

function fitting(draft: object, ...rows: ApplicationRow[]) {
  return playersWhoFit(v.parse(Wanted, draft), rows, TODAY).map(
    ({ application: { playerName }, unknown }) => [playerName, ...unknown].join(' '),
  );
}

test('a position is the same in another language, and another one is none', () => {
  const rows = [
    player('Ana', { position: 'Linksverteidiger' }),
    player('Bea', { position: 'Right back' }),
    player('Cai', { position: 'Second striker' }),
    player('Dov', { position: 'Libero' }),
  ];
  expect(fitting({ wantedPosition: 'Left back' }, ...rows)).toEqual(['Ana']);
  expect(fitting({ wantedPosition: 'Striker' }, ...rows)).toEqual([]);
  expect(fitting({ wantedPosition: 'libero' }, ...rows)).toEqual(['Dov']);
});

test('an age counts on the day itself, and a foot that is both is each', () => {
  const rows = [
    player('Ana', { dateOfBirth: '2008-11-30', foot: 'both' }),
    player('Bea', { dateOfBirth: '2008-12-01', foot: 'right' }),
  ];
  expect(fitting({ wantedAgeFrom: '18' }, ...rows)).toEqual(['Ana']);
  expect(fitting({ wantedAgeTo: '17' }, ...rows)).toEqual(['Bea']);
  expect(fitting({ wantedFoot: 'left' }, ...rows)).toEqual(['Ana']);
});

test('what is not known is named, after players of whom more is known; nobody fits by nothing', () => {
  const rows = [
    player('Ana', { position: 'Striker' }),
    player('Bea', { position: 'Striker', foot: 'left', status: 'pending' }),
    player('Cai', { position: 'Striker', foot: 'left', status: 'signed' }),
    player('Dov'),
  ];
  expect(fitting({ wantedPosition: 'Striker', wantedFoot: 'left' }, ...rows)).toEqual([
    'Cai',
    'Bea',
    'Ana foot',
  ]);
  expect(fitting({ wantedUntil: '2027-01-31' }, ...rows)).toEqual([]);
  expect(isAnythingAsked(v.parse(Wanted, { wantedUntil: '2027-01-31' }))).toBe(false);
});

test('nobody is offered who was rejected, removed or erased', () => {
  const position = 'Striker';
  const rows = [
    player('Ana', { position, status: 'rejected' }),
    player('Bea', { position, removedAt: '2026-11-01T00:00:00.000Z' }),
    player('Cai', { position, email: ANONYMISED.email }),
  ];
  expect(fitting({ wantedPosition: position }, ...rows)).toEqual([]);
});
