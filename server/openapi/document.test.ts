import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Router from '@koa/router';
import { expect, onTestFinished, test, vi } from 'vitest';
import { trackVisit } from '#contract/campaigns.ts';
import { apiReference } from '#contract/docs.ts';
import {
  DEVICE_TIME,
  DEVICE_ZONE,
  IDEMPOTENCY_KEY,
  MADE_AT,
  SENT_AGAIN,
  SENT_FOR,
  SENT_TO,
  statusOf,
  UNSENT,
} from '#contract/endpoint.ts';
import { PROBLEMS } from '#contract/problems.ts';
import { signedIn } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';
import { makeDocument } from './document.ts';
import type { OpenApiOperation } from './open-api.ts';
import { ENDPOINTS, readOperations } from './operations.ts';

const reference = makeDocument('1.2.3');
const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

function documented(): string[] {
  return operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`).sort();
}

function operationAt(method: string, path: string): OpenApiOperation | undefined {
  return reference.paths[openPath(path)]?.[method.toLowerCase()];
}

function openPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

test('every endpoint is called by a test of its own, besides the sweeps over all of them', () => {
  const root = join(import.meta.dirname, '../..');
  const isOwn = (path: string) =>
    path.endsWith('.test.ts') && !/(bad-input|fresh|access)\.test\.ts$/.test(path);
  const tests = ['server/http', 'server/openapi', 'pwa/session'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(isOwn)
      .map((path) => readFileSync(join(root, folder, path), 'utf8')),
  );
  const isTested = (name: string) =>
    tests.some((source) => new RegExp(`\\b${name}\\b`).test(source));
  const names = readOperations().map(({ name }) => name);
  expect(names.filter((name) => !isTested(name))).toEqual([]);
});

test('V2.1.1 every endpoint is described by access, parameters, body, reply and headers', () => {
  expect(ENDPOINTS.length).toBeGreaterThan(30);
  for (const each of ENDPOINTS) {
    const { method, path, access, body, reply, idempotent } = each;
    const operation = operationAt(method, path);
    const what = `${method} ${path}`;
    expect(operation?.description, what).toContain('Access: ');
    expect(operation?.security, what).toEqual(access === 'public' ? [] : [{ session: [] }]);
    expect(Boolean(operation?.requestBody), what).toBe(Boolean(body));
    expect(Boolean(operation?.responses[statusOf(each)]?.content), what).toBe(Boolean(reply));
    expect(Boolean(operation?.responses[401]), what).toBe(
      access !== 'public' || /^\/api\/login(\/passkey|\/recovery-code)?$/.test(path),
    );
    const headers = (operation?.parameters ?? []).flatMap((each) =>
      '$ref' in each
        ? (reference.components.parameters[each.$ref.split('/').at(-1) ?? '']?.name ?? '?')
        : [],
    );
    expect(headers, what).toEqual([
      ...(idempotent ? [IDEMPOTENCY_KEY, DEVICE_TIME, MADE_AT, SENT_AGAIN] : []),
      ...(path === trackVisit.path ? [DEVICE_ZONE] : []),
      ...(access === 'public' ? [] : [SENT_FOR, SENT_TO, UNSENT]),
    ]);
  }
});

test('an endpoint is explained by its doc comment in the contract', () => {
  expect(operationAt('PUT', '/api/applications/:id')?.description).toMatch(/^Replaces the fields/);
  expect(operationAt('GET', '/api/docs')?.description).toMatch(/^The reference of this API/);
});

test('every code of a refusal is named', () => {
  const text = JSON.stringify([
    reference.info.description,
    operations.map(({ operation }) =>
      Object.values(operation.responses).map((each) => each.description),
    ),
  ]);
  expect(Object.keys(PROBLEMS).filter((code) => !text.includes(code))).toEqual([]);
});

test('the document has the shape of OpenAPI 3.1', () => {
  expect(reference).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const tags = reference.tags.map(({ name }) => name);
  for (const { path, method, operation } of operations) {
    const what = `${method} ${path}`;
    expect(['get', 'post', 'put', 'patch', 'delete'], what).toContain(method);
    expect(tags, what).toEqual(expect.arrayContaining(operation.tags));
    expect(operation.summary, what).not.toBe('');
    const named = (operation.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : each));
    const inPath = named.filter((each) => each.in === 'path');
    expect(inPath.map(({ name }) => `{${name}}`).join(), what).toBe(
      (path.match(/\{\w+\}/g) ?? []).join(),
    );
    expect(
      inPath.every(({ required }) => required),
      what,
    ).toBe(true);
    const places = named.map((each) => `${each.in} ${each.name}`);
    expect(new Set(places).size, what).toBe(places.length);
    for (const [status, { description }] of Object.entries(operation.responses)) {
      expect(status, what).toMatch(/^[2-5]\d\d$/);
      expect(description, what).not.toBe('');
    }
  }
});

test('every $ref leads to a part of the document, and every shape is referred to', () => {
  const text = JSON.stringify(reference);
  const refs = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref = '']) => ref));
  for (const ref of refs) {
    const found = ref
      .split('/')
      .slice(1)
      .reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], reference);
    expect(found, ref).toBeTypeOf('object');
  }
  const shapes = Object.keys(reference.components.schemas);
  expect(shapes.filter((name) => !refs.has(`#/components/schemas/${name}`))).toEqual([]);
  expect(shapes).toEqual(
    expect.arrayContaining(['Application', 'Contact', 'Campaign', 'LiveEvent']),
  );
});

onSqliteFirst('the API reference', ({ open }) => {
  test('has exactly the routes that the server serves', async () => {
    const register = vi.spyOn(Router.prototype, 'register');
    onTestFinished(() => register.mockRestore());
    await serveApp(await open());
    const served = register.mock.calls.flatMap(([path, methods]) =>
      methods.map((method) => `${method.toUpperCase()} ${openPath(String(path))}`),
    );
    expect([...new Set(served)].sort()).toEqual(documented());
  });

  test('is answered to admins', async () => {
    const db = await open();
    const { origin } = await serveApp(db);
    const admin = await signedIn(db, origin);
    const { reply, headers } = await admin.call(apiReference);
    expect(headers.get('Content-Type')).toMatch(/^application\/json/);
    expect(Object.keys(reply.paths)).toContain('/api/applications/{id}');
  });
});
