import type { DraftOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import { askForFreshSignIn } from '#pwa/lib/fresh-sign-in.ts';
import { ApiError } from './api-error.ts';
import { type RequestOptions, request } from './request.ts';

type Part<K extends string, Value> = [Value] extends [never]
  ? { [P in K]?: undefined }
  : { [P in K]: Value };
type Texts<Value> = [Value] extends [never]
  ? never
  : { [P in keyof Value]: string | number | undefined };

/** What one call takes: the parts that its endpoint declares, and how to make it. */
export type CallOptions<E extends Endpoint> = RequestOptions &
  Part<'params', ParamsOf<E>> &
  Part<'query', Partial<Texts<QueryOf<E>>>> &
  Part<'body', DraftOf<E>>;

/**
 * Makes one documented call and returns its checked answer. Throws as `request` does: ApiError,
 * Unreachable, or the reason of an aborted signal. It repeats a call only after the person has signed in anew
 * for it (`fresh-sign-in-needed`: the server has done nothing).
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E>,
): Promise<ReplyOf<E>> {
  const { params, query, body, ...how } = options;
  const make = () =>
    request({
      ...how,
      method: endpoint.method,
      path: pathOf(endpoint, params, query),
      body,
      reply: endpoint.reply,
    });
  const reply = await make().catch(async (error: unknown) => {
    if (!endpoint.fresh || !needsFreshSignIn(error)) throw error;
    if (await askForFreshSignIn()) return make();
    throw error;
  });
  // The answer was parsed by this endpoint's own schema, or is undefined where it has none.
  return reply as ReplyOf<E>;
}

function needsFreshSignIn(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'fresh-sign-in-needed';
}

/** The path of a call with its parameters and query filled in, each encoded. */
export function pathOf(endpoint: Endpoint, params?: unknown, query?: unknown): string {
  const values = new Map(Object.entries(params ?? {}));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return asked.length ? `${path}?${new URLSearchParams(asked)}` : path;
}
