import * as v from 'valibot';
import { login } from '#contract/auth.ts';
import type { Endpoint, ReplyOf, Schema } from '#contract/endpoint.ts';
import type { ProblemBody } from '#contract/problems.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { sync } from '#contract/sync.ts';
import type { Db } from '#prisma/client.ts';
import type { UserModel } from '#prisma/generated/sqlite/models.ts';
import { hashPassword } from '#server/domain/accounts/passwords.ts';
import { usernameKeyOf } from '#server/domain/accounts/users.ts';
import { ENDPOINTS } from '#server/openapi/operations.ts';

/** The parts of a call; a test may pass invalid ones. */
export interface CallParts {
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
}

export interface Answer<R> {
  status: number;
  headers: Headers;
  text: string;
  /** The reply, checked against the contract. Throws when the call was refused. */
  reply: R;
  /** The body of a refusal. Throws when the call succeeded. */
  problem: ProblemBody;
}

export const PASSWORD = 'left-back-of-the-year';

/** A caller with cookies of its own, like a browser. */
export class Client {
  readonly origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.origin = origin;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Makes a documented call. Throws when it is refused in a way that its endpoint does not declare. */
  async call<E extends Endpoint>(endpoint: E, parts: CallParts = {}): Promise<Answer<ReplyOf<E>>> {
    const response = await this.send(endpoint.method, pathOf(endpoint, parts), parts);
    const text = await response.text();
    const { status, headers } = response;
    if (headers.get('Content-Type')?.includes('json')) {
      const answer = JSON.parse(text);
      if (!response.ok) expectDeclared(endpoint, answer);
      else if (endpoint.path === sync.path) expectEachDeclared(parts.body, answer);
      else if (endpoint.reply) expectNoMore(endpoint.reply, answer, endpoint.path);
    }
    return {
      status,
      headers,
      text,
      get reply() {
        if (!response.ok) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${text}`);
        if (!endpoint.reply) return undefined as ReplyOf<E>;
        return v.parse(endpoint.reply, JSON.parse(text)) as ReplyOf<E>;
      },
      get problem(): ProblemBody {
        if (response.ok) throw new Error(`${endpoint.method} ${endpoint.path} was not refused.`);
        return JSON.parse(text);
      },
    };
  }

  /** Makes any call. A string body is sent as it is, any other as JSON. */
  async send(method: string, path: string, parts: CallParts = {}): Promise<Response> {
    const { body, key, headers } = parts;
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(this.cookie !== '' && { Cookie: this.cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const expires = /; expires=([^;]+)/i.exec(line)?.[1];
    const name = pair.slice(0, at);
    if (expires !== undefined && Date.parse(expires) < Date.now()) this.#cookies.delete(name);
    else this.#cookies.set(name, pair.slice(at + 1));
  }
}

/** Adds an account whose password is PASSWORD. */
export async function addUser(db: Db, user: Partial<UserModel> = {}): Promise<UserModel> {
  const username = user.username ?? 'marta';
  hashOfPassword ??= hashPassword(PASSWORD);
  return db.user.create({
    data: {
      username,
      usernameKey: usernameKeyOf(username),
      passwordHash: await hashOfPassword,
      email: `${username}@agency.test`,
      firstName: 'Marta',
      lastName: 'Example',
      role: 'admin',
      approved: true,
      ...user,
    },
  });
}

/** A client signed in to a new account, by default an approved admin. */
export async function signedIn(
  db: Db,
  origin: string,
  user: Partial<UserModel> = {},
): Promise<Client> {
  const { username } = await addUser(db, user);
  const client = new Client(origin);
  const { status, text } = await client.call(login, { body: { username, password: PASSWORD } });
  if (status !== 200) throw new Error(`The sign-in of ${username} failed: ${status} ${text}`);
  return client;
}

type Batch = v.InferInput<typeof sync.body>;

function expectEachDeclared(body: unknown, { answers }: ReplyOf<typeof sync>): void {
  const { calls } = (typeof body === 'string' ? JSON.parse(body) : body) as Batch;
  for (const [n, { status, body }] of answers.entries()) {
    const call = calls[n];
    const endpoint = call && ENDPOINTS.find((each) => isTo(each, call));
    // Of a batch: held calls were not tried, and some calls are made alone only.
    const problem = body as ProblemBody;
    if (status >= 400 && endpoint?.idempotent && !OF_BATCHES.has(problem.code)) {
      expectDeclared(endpoint, problem);
    }
  }
}

const OF_BATCHES = new Set<ProblemBody['code']>(['held', 'not-found']);

function isTo({ method, path }: Endpoint, call: Batch['calls'][number]): boolean {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
  return method === call.method && pattern.test(call.path.split('?')[0] ?? '');
}

function expectDeclared(endpoint: Endpoint, { code }: ProblemBody): void {
  if (refusalsOf(endpoint).has(code)) return;
  throw new Error(`${endpoint.method} ${endpoint.path} does not declare its refusal ${code}.`);
}

/** Throws for a field that the contract does not name: a schema drops it in silence. */
function expectNoMore(reply: Schema, answer: unknown, path: string): void {
  const { success, output } = v.safeParse(reply, answer);
  const more = success && namesBeyond(output, answer);
  if (more && more.length > 0) throw new Error(`${path}: ${more} is not in the contract.`);
}

function namesBeyond(declared: unknown, given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([name, value]) =>
    Object.hasOwn(declared as object, name)
      ? namesBeyond((declared as Record<string, unknown>)[name], value)
      : [name],
  );
}

let hashOfPassword: Promise<string> | undefined;

function pathOf({ path }: Endpoint, { params = {}, query }: CallParts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  if (!query) return filled;
  const strings = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    `${value}`,
  ]);
  return `${filled}?${new URLSearchParams(strings)}`;
}
