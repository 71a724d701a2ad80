import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import {
  DEVICE_TIME,
  type Endpoint,
  IDEMPOTENCY_KEY,
  SENT_FOR,
  SENT_TO,
} from '#contract/endpoint.ts';
import { LIVE_PATH } from '#contract/live.ts';
import { PROBLEMS, type ProblemCode } from '#contract/problems.ts';
import { type Operation, readOperations, readShapes } from './operations.ts';

/** The parts of an OpenAPI 3.1 document that this API uses. */
export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    securitySchemes: Record<string, object>;
    parameters: Record<string, Parameter>;
    schemas: Record<string, JsonSchema>;
  };
}

export interface OpenApiOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters?: (Parameter | Ref)[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; headers?: object; content?: Content }>;
}

interface Ref {
  $ref: string;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

type Content = Record<string, { schema: JsonSchema | Ref }>;

/** Makes the OpenAPI 3.1 reference from the contract: shapes, doc comments and rules of access. */
export function makeDocument(version: string): OpenApiDocument {
  const shapes = readShapes();
  const operations = readOperations();
  const paths: OpenApiDocument['paths'] = {};
  // A list and the pull of its changes share method and path.
  for (const [at, group] of groupBy(operations, ({ endpoint }) => addressOf(endpoint))) {
    const [method = '', path = ''] = at.split(' ');
    paths[path] = { ...paths[path], [method]: describe(group, shapes) };
  }
  for (const [path, get] of Object.entries(NAVIGATIONS)) paths[path] = { ...paths[path], get };
  return {
    openapi: '3.1.0',
    info: { title: 'Football agency', version, description: INTRODUCTION },
    tags: [...operations.map(({ subject }) => subject), 'live']
      .filter((name, at, all) => all.indexOf(name) === at)
      .map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
      parameters: HEADERS,
      schemas: { ...referred(paths, shapes), Problem: PROBLEM },
    },
  };
}

/** The shapes that replies refer to, directly or by another shape. */
function referred(
  paths: object,
  shapes: Record<string, GenericSchema>,
): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  const queue: unknown[] = [paths];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const [, name = ''] of JSON.stringify(at).matchAll(/#\/components\/schemas\/(\w+)"/g)) {
      const shape = shapes[name];
      if (!shape || found[name]) continue;
      found[name] = schemaOf(shape, 'output', shapes, name);
      queue.push(found[name]);
    }
  }
  return found;
}

const INTRODUCTION = `A session cookie, from \`POST /api/login\`, opens every call but the public ones. A browser
must call from the site itself: other origins are refused with \`cross-site\`.

Every refusal is a \`Problem\` with a \`code\`. \`Retry-After\` says after how many seconds the same call
may succeed. Every answer has an \`X-Request-Id\`, which also stands in the server's log. Any address
may be refused with \`not-found\` or \`method-not-allowed\`.

A call with an \`Idempotency-Key\` is applied once: the same key is answered again with the same answer.
\`POST /api/sync\` makes many such calls in one request; a call behind a refused one is \`held\` there.`;

const HEADERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: IDEMPOTENCY_KEY,
    in: 'header',
    required: false,
    description: 'Applies the call once. A UUIDv7 also says when the change was made.',
    schema: { type: 'string', format: 'uuid' },
  },
  DeviceTime: {
    name: DEVICE_TIME,
    in: 'header',
    required: false,
    description:
      'Clock of the device when it sends, in ms since 1970; corrects the time of the key.',
    schema: { type: 'string', pattern: '^\\d{1,15}$' },
  },
  SentFor: {
    name: SENT_FOR,
    in: 'header',
    required: false,
    description: 'Id of the user who made the change; another signed-in user is refused.',
    schema: { type: 'string' },
  },
  SentTo: {
    name: SENT_TO,
    in: 'header',
    required: false,
    description:
      'Epoch of the database that has the earlier changes of this device, encoded as encodeURIComponent does. A database restored from a backup refuses another epoch.',
    schema: { type: 'string' },
  },
};

const PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string' },
    code: { enum: Object.keys(PROBLEMS) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Message by field of the form.',
    },
  },
  required: ['message', 'code'],
};

/** Refusals of single calls, beyond those that follow from what the endpoint declares. */
const OWN_PROBLEMS: Partial<Record<string, readonly ProblemCode[]>> = {
  login: ['wrong-credentials', 'too-many-requests'],
  register: ['registration-closed', 'username-taken', 'too-many-requests'],
  changePassword: ['too-many-requests'],
  sendInquiry: ['too-many-requests'],
  trackVisit: ['too-many-requests'],
  createApplication: ['application-exists'],
  createCampaign: ['campaign-exists'],
  changeUser: ['own-account'],
  deleteUser: ['own-account', 'account-in-use'],
  endUserSessions: ['own-account'],
  exportPerson: ['person-not-found'],
  erasePerson: ['person-not-found'],
  ready: ['not-ready'],
};

/** `get /api/applications/{id}` */
function addressOf({ method, path }: Endpoint): string {
  return `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
}

function describe(
  group: readonly Operation[],
  shapes: Record<string, GenericSchema>,
): OpenApiOperation {
  const [first] = group;
  if (!first) throw new Error('A path needs an operation.');
  const { endpoint, name, subject } = first;
  const descriptions = group.flatMap(({ description }) => description || []);
  const pull = group.find((each) => each.endpoint.query)?.endpoint.query;
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(pull, 'query').map((each) => ({ ...each, required: false })),
    ...(endpoint.idempotent ? [refTo('IdempotencyKey'), refTo('DeviceTime')] : []),
    ...(endpoint.access === 'public' ? [] : [refTo('SentFor'), refTo('SentTo')]),
  ];
  return {
    operationId: name,
    tags: [subject],
    summary: wordsOf(name),
    description: [...descriptions, ACCESS[endpoint.access]].join('\n\n'),
    security: endpoint.access === 'public' ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && {
      requestBody: { required: true, content: json(schemaOf(endpoint.body, 'input', shapes)) },
    }),
    responses: { ...successOf(group, shapes), ...refusalsOf(group) },
  };
}

const ACCESS: Record<Endpoint['access'], string> = {
  public: 'Access: anybody.',
  'signed-in': 'Access: any signed-in user.',
  dashboard:
    'Access: approved admins, and agents where `AGENT_ACCESS` opens the dashboard to them.',
  admin: 'Access: approved admins.',
};

/** `Get history` from `getHistory`. */
function wordsOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function parametersOf(schema: GenericSchema | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input', {});
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: property as JsonSchema,
  }));
}

function successOf(group: readonly Operation[], shapes: Record<string, GenericSchema>) {
  const replies = group.flatMap(({ endpoint }) =>
    endpoint.reply ? schemaOf(endpoint.reply, 'output', shapes) : [],
  );
  const [only] = replies;
  const schema = replies.length > 1 ? { anyOf: replies } : only;
  const status = String(group[0]?.endpoint.status ?? 200);
  return {
    [status]: {
      description: replies.length > 1 ? 'The list; with `since`, one page of changes.' : 'Success.',
      ...(schema && { content: json(schema) }),
    },
  };
}

function refusalsOf(group: readonly Operation[]): OpenApiOperation['responses'] {
  const codes = new Set(
    group.flatMap(({ name, endpoint }) => [...problemsOf(endpoint), ...(OWN_PROBLEMS[name] ?? [])]),
  );
  const byStatus = groupBy(codes, (code) => String(PROBLEMS[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.join(', '),
        ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
        content: json({ $ref: '#/components/schemas/Problem' }),
      },
    ]),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 0 } },
};

/** Refusals that follow from what an endpoint declares. */
function problemsOf({
  method,
  path,
  access,
  params,
  query,
  body,
  idempotent,
}: Endpoint): ProblemCode[] {
  const isWrite = method !== 'GET';
  const subject = /^\/api\/(application|contact|campaign|user)s\//.exec(path)?.[1];
  return [
    'internal',
    ...(access === 'public' ? [] : (['signed-out', 'forbidden', 'restored'] as const)),
    ...(isWrite ? (['cross-site', 'storage-full'] as const) : []),
    ...(params ? [`${subject}-not-found` as ProblemCode] : []),
    ...(query || body ? (['invalid-input'] as const) : []),
    ...(body ? (['invalid-json', 'not-json', 'body-too-large'] as const) : []),
    ...(idempotent ? (['invalid-input', 'key-reused'] as const) : []),
  ];
}

/** @param self the name of a shape that is to be written out, not referred to */
function schemaOf(
  schema: GenericSchema,
  typeMode: 'input' | 'output',
  shapes: Record<string, GenericSchema>,
  self?: string,
): JsonSchema {
  const known = Object.entries(shapes).filter(([name]) => name !== self);
  const config: ConversionConfig = {
    target: 'draft-2020-12',
    typeMode,
    // Checks without an equivalent in JSON Schema are left out.
    errorMode: 'ignore',
    definitions: typeMode === 'output' ? Object.fromEntries(known) : {},
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  };
  const { $schema: _schema, $defs: _definitions, ...converted } = toJsonSchema(schema, config);
  return converted;
}

function json(schema: JsonSchema | Ref): Content {
  return { 'application/json': { schema } };
}

function refTo(name: keyof typeof HEADERS): Ref {
  return { $ref: `#/components/parameters/${name}` };
}

/** Addresses that a browser opens or listens to; they are no endpoints of the contract. */
const NAVIGATIONS: Record<string, OpenApiOperation> = {
  '/api/login': {
    operationId: 'openLogin',
    tags: ['auth'],
    summary: 'Open the sign-in page',
    description: 'Redirects to `/auth`, or to `/` when somebody is signed in.',
    security: [],
    responses: { 302: { description: 'To `/auth` or `/`.' } },
  },
  '/api/logout': {
    operationId: 'logout',
    tags: ['auth'],
    summary: 'Sign out',
    description:
      'Ends the session and redirects to `/`. A link on another site gets a page that asks first.',
    security: [],
    responses: {
      200: {
        description: 'The question.',
        content: { 'text/html': { schema: { type: 'string' } } },
      },
      302: { description: 'To `/`.' },
      403: {
        description: 'forbidden: the address was prefetched.',
        content: json({ $ref: '#/components/schemas/Problem' }),
      },
    },
  },
  [LIVE_PATH]: {
    operationId: 'listen',
    tags: ['live'],
    summary: 'Listen to changes',
    description: `Server-sent events: one at once, and one after every change. The \`data\` is a \`LiveEvent\` as JSON.\n\n${ACCESS.dashboard}`,
    security: [{ session: [] }],
    responses: {
      200: {
        description: 'The stream.',
        content: {
          'text/event-stream': { schema: { $ref: '#/components/schemas/LiveEvent' } },
        },
      },
      401: { description: 'signed-out', content: json({ $ref: '#/components/schemas/Problem' }) },
      403: { description: 'forbidden', content: json({ $ref: '#/components/schemas/Problem' }) },
    },
  },
};

/** The items by a key of each, in the order of their first items. */
function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
