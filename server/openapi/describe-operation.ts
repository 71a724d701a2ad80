import type { JsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';
import { trackVisit } from '#contract/campaigns.ts';
import { type Endpoint, statusOf } from '#contract/endpoint.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { refusalsOf } from '#contract/refusals.ts';
import { groupBy } from './group-by.ts';
import type { HEADERS } from './headers.ts';
import {
  json,
  type OpenApiOperation,
  type Parameter,
  PROBLEM_CONTENT,
  type Ref,
} from './open-api.ts';
import type { Operation } from './operations.ts';
import { schemaOf } from './schema-of.ts';

/** Describes one method of one path. A list and the pull of its changes share both: `group` has both. */
export function describeOperation(
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
    ...(endpoint.idempotent
      ? [refTo('IdempotencyKey'), refTo('DeviceTime'), refTo('MadeAt'), refTo('SentAgain')]
      : []),
    ...(endpoint === trackVisit ? [refTo('DeviceZone')] : []),
    ...(endpoint.access === 'public' ? [] : [refTo('SentFor'), refTo('SentTo'), refTo('Unsent')]),
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
    responses: { ...successOf(group, shapes), ...describeRefusals(group) },
  };
}

/** Who may make a call, in words. */
export const ACCESS: Record<Endpoint['access'], string> = {
  public: 'Access: anybody.',
  'signed-in': 'Access: any signed-in user.',
  dashboard:
    'Access: approved admins, and agents to whom `AGENT_ACCESS` or an admin opens the dashboard.',
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
  const status = String(group[0] && statusOf(group[0].endpoint));
  return {
    [status]: {
      description: replies.length > 1 ? 'The list; with `since`, one page of changes.' : 'Success.',
      ...(schema && { content: json(schema) }),
    },
  };
}

function refTo(name: keyof typeof HEADERS): Ref {
  return { $ref: `#/components/parameters/${name}` };
}

/** The answers that refuse a call, by status. `group` are the endpoints of one method and path. */
function describeRefusals(group: readonly Operation[]): OpenApiOperation['responses'] {
  const codes = new Set(group.flatMap(({ endpoint }) => [...refusalsOf(endpoint)]));
  const byStatus = groupBy(codes, (code) => String(PROBLEMS[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.join(', '),
        ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
        content: PROBLEM_CONTENT,
      },
    ]),
  );
}

const RETRY_AFTER = {
  'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 0 } },
};
