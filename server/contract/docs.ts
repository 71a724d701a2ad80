import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** The reference of this API, an OpenAPI 3.1 document, as JSON. */
export const apiReference = endpoint('GET', '/api/docs', {
  access: 'admin',
  reply: v.looseObject({ openapi: v.literal('3.1.0'), paths: v.record(v.string(), v.unknown()) }),
});
