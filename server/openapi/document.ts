import type { JsonSchema } from '@valibot/to-json-schema';
import type { Endpoint } from '#contract/endpoint.ts';
import { PROBLEMS, SESSION_ENDS } from '#contract/problems.ts';
import { describeOperation } from './describe-operation.ts';
import { groupBy } from './group-by.ts';
import { HEADERS } from './headers.ts';
import { FORMS, NAVIGATIONS } from './navigations.ts';
import type { OpenApiDocument } from './open-api.ts';
import { readOperations, readShapes } from './operations.ts';
import { referredSchemas } from './schema-of.ts';

/** Makes the OpenAPI 3.1 reference from the contract: shapes, doc comments and rules of access. */
export function makeDocument(version: string): OpenApiDocument {
  const shapes = readShapes();
  const operations = readOperations();
  const paths: OpenApiDocument['paths'] = {};
  // A list and the pull of its changes share method and path.
  for (const [at, group] of groupBy(operations, ({ endpoint }) => addressOf(endpoint))) {
    const [method = '', path = ''] = at.split(' ');
    paths[path] = { ...paths[path], [method]: describeOperation(group, shapes) };
  }
  for (const [path, get] of Object.entries(NAVIGATIONS)) paths[path] = { ...paths[path], get };
  for (const [path, post] of Object.entries(FORMS)) paths[path] = { ...paths[path], post };
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
      schemas: { ...referredSchemas(paths, shapes), Problem: PROBLEM },
    },
  };
}

/** `get /api/applications/{id}` */
function addressOf({ method, path }: Endpoint): string {
  return `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
}

const INTRODUCTION = `A session cookie, from \`POST /api/login\`, opens every call but the public ones. A browser
must call from the site itself: other origins are refused with \`cross-site\`.

Every refusal is a \`Problem\` with a \`code\`. \`Retry-After\` says after how many seconds the same call
may succeed. Every answer has an \`X-Request-Id\`, which also stands in the server's log. Any address
may be refused with \`not-found\` or \`method-not-allowed\`.

A call with an \`Idempotency-Key\` is applied once: the same key is answered again with the same answer.
\`POST /api/sync\` makes many such calls in one request; a call behind a refused one is \`held\` there.`;

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
    ended: {
      type: 'object',
      properties: { reason: { enum: [...SESSION_ENDS] }, userId: { type: 'integer' } },
      required: ['reason'],
      description: 'On a 401 for a session that is over: why, and whose it was.',
    },
    wasApplied: {
      const: true,
      description: 'The key is known: the call was applied, and its record was deleted since.',
    },
  },
  required: ['message', 'code'],
};
