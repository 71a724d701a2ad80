import type { JsonSchema } from '@valibot/to-json-schema';

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

export interface Ref {
  $ref: string;
}

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export type Content = Record<string, { schema: JsonSchema | Ref }>;

/** A JSON body of this shape. */
export function json(schema: JsonSchema | Ref): Content {
  return { 'application/json': { schema } };
}

/** The body of a refusal. */
export const PROBLEM_CONTENT = json({ $ref: '#/components/schemas/Problem' });
