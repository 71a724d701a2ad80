import { afterEach, expect, test, vi } from 'vitest';
import { eraseUser, listUsers } from '#contract/accounts/users.ts';
import { freshSignIn } from '#pwa/lib/fresh-sign-in.ts';
import { call } from './call.ts';

const REFUSED = { message: 'No.', code: 'fresh-sign-in-needed' };
const erasure = { params: { id: 7 }, body: { name: 'keep' as const }, key: 'the-same-key' };

afterEach(() => freshSignIn.setState({ isAskable: false, answer: null }));

test('a call that needs a fresh sign-in waits for it, and is made again under the same key', async () => {
  freshSignIn.setState({ isAskable: true });
  const server = refusingOnce();
  const erased = call(eraseUser, erasure);
  await vi.waitUntil(() => freshSignIn.getState().answer !== null);
  expect(server).toHaveBeenCalledTimes(1);
  freshSignIn.getState().answer?.(true);
  await erased;
  const keys = server.mock.calls.map(([, how]) => new Headers(how?.headers).get('Idempotency-Key'));
  expect(keys).toEqual(['the-same-key', 'the-same-key']);
  expect(freshSignIn.getState().answer).toBeNull();
});

test('two calls at once ask once, and a refusal of the person reaches both', async () => {
  freshSignIn.setState({ isAskable: true });
  vi.stubGlobal('fetch', async () => Response.json(REFUSED, { status: 403 }));
  const both = [call(eraseUser, erasure), call(eraseUser, erasure)].map((made) =>
    made.catch((error: { problem: { code: string } }) => error.problem.code),
  );
  await vi.waitUntil(() => freshSignIn.getState().answer !== null);
  freshSignIn.getState().answer?.(false);
  expect(await Promise.all(both)).toEqual(['fresh-sign-in-needed', 'fresh-sign-in-needed']);
});

test('nobody is asked where no window can ask, or for a call that does not need it', async () => {
  refusingOnce();
  await expect(call(eraseUser, erasure)).rejects.toMatchObject({ status: 403 });
  freshSignIn.setState({ isAskable: true });
  refusingOnce();
  await expect(call(listUsers, {})).rejects.toMatchObject({ status: 403 });
  expect(freshSignIn.getState().answer).toBeNull();
});

function refusingOnce() {
  const server = vi
    .fn<typeof fetch>()
    .mockResolvedValueOnce(Response.json(REFUSED, { status: 403 }))
    .mockResolvedValue(new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', server);
  return server;
}
