import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type { GenericSchema } from 'valibot';

/**
 * A shape as JSON Schema. Output shapes refer to the named `shapes`.
 *
 * @param self the name of a shape that is to be written out, not referred to
 */
export function schemaOf(
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

/** The shapes that replies refer to, directly or by another shape. */
export function referredSchemas(
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
