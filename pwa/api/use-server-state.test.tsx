// @vitest-environment happy-dom
import { useEffect, useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { connection } from '#pwa/lib/connection.ts';
import { doing, show } from '#pwa/test/show.tsx';
import { type ServerState, useServerState } from './use-server-state.ts';

interface Read {
  signal: AbortSignal;
  answer: (value: string) => void;
  fail: (error: Error) => void;
}

let reads: Read[];
let state: ServerState<string>;
let closeScreen: () => void;

beforeEach(() => {
  reads = [];
  connection.setState({ isOffline: false });
});

test('a failed read keeps the last answer, and the next success clears the failure', async () => {
  await show(<Reader />);
  expect(state).toMatchObject({ value: null, failure: null });
  await doing(() => reads[0]?.answer('first'));
  expect(state).toMatchObject({ value: 'first', failure: null });

  await doing(() => state.load());
  await doing(() => reads[1]?.fail(new Error('refused')));
  expect(state).toMatchObject({ value: 'first', failure: new Error('refused') });

  await doing(() => state.load());
  expect(state).toMatchObject({ value: 'first', failure: null });
  await doing(() => reads[2]?.answer('second'));
  expect(state).toMatchObject({ value: 'second', failure: null });
});

test('nothing is read offline, which is a failure, and the connection’s return reads', async () => {
  connection.setState({ isOffline: true });
  await show(<Reader />);
  expect(reads).toEqual([]);
  expect(state.failure).toHaveProperty('name', 'Unreachable');

  await doing(() => connection.setState({ isOffline: false }));
  await doing(() => reads[0]?.answer('first'));
  expect(state).toMatchObject({ value: 'first', failure: null });
});

test('a newer read and the end of the screen abort a read; its late answer counts for nothing', async () => {
  await show(<Screen />);
  await doing(() => state.load());
  expect(reads.map(({ signal }) => signal.aborted)).toEqual([true, false]);
  await doing(() => reads[1]?.answer('new'));
  await doing(() => reads[0]?.answer('old'));
  expect(state.value).toBe('new');

  await doing(() => state.load());
  await doing(() => closeScreen());
  expect(reads[2]?.signal.aborted).toBe(true);
});

function Screen() {
  const [isOpen, setOpen] = useState(true);
  useEffect(() => {
    closeScreen = () => setOpen(false);
  }, []);
  return isOpen && <Reader />;
}

function Reader() {
  const read = useServerState(readLater);
  useEffect(() => {
    state = read;
  });
  return null;
}

function readLater(signal: AbortSignal): Promise<string> {
  return new Promise((answer, fail) => reads.push({ signal, answer, fail }));
}
