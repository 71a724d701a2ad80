import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { GenericSchema } from 'valibot';
import type { Endpoint } from '#contract/endpoint.ts';

/** One endpoint of the contract with its name and its doc comment. */
export interface Operation {
  /** Name of the export, unique in the contract. */
  name: string;
  /** Name of the contract's file, such as `applications`. */
  subject: string;
  description: string;
  endpoint: Endpoint;
}

const FOLDER = join(import.meta.dirname, '../contract');

/** Files that declare shapes alone, for endpoints of others and for live events. */
const SHAPES_ALONE = ['delta', 'live'];

/** A file of the contract that declares endpoints or shapes. */
interface Subject {
  name: string;
  source: string;
  exported: Record<string, unknown>;
}

const SUBJECTS: readonly Subject[] = await Promise.all(
  readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => ({
      path,
      name: basename(path, '.ts'),
      source: readFileSync(join(FOLDER, path), 'utf8'),
    }))
    .filter(({ name, source }) => source.includes(' = endpoint(') || SHAPES_ALONE.includes(name))
    .sort((one, other) => one.name.localeCompare(other.name))
    .map(async ({ path, ...file }) => ({ ...file, exported: await import(join(FOLDER, path)) })),
);

/** Every endpoint of the contract. */
export const ENDPOINTS: readonly Endpoint[] = SUBJECTS.flatMap(({ exported }) =>
  Object.values(exported),
).filter(isEndpoint);

/** Every endpoint, with what the contract's source says about it. */
export function readOperations(): Operation[] {
  return SUBJECTS.flatMap(({ name: subject, source, exported }) =>
    Object.entries(exported).flatMap(([name, endpoint]) =>
      isEndpoint(endpoint)
        ? { name, subject, description: docCommentOf(source, name), endpoint }
        : [],
    ),
  );
}

/** The contract's shapes by their names, such as `Application`. */
export function readShapes(): Record<string, GenericSchema> {
  const shapes = SUBJECTS.flatMap(({ exported }) =>
    Object.entries(exported).filter(
      (entry): entry is [string, GenericSchema] =>
        /^[A-Z][a-z]/.test(entry[0]) && isShape(entry[1]),
    ),
  );
  return Object.fromEntries(shapes);
}

/** The text of the doc comment right before `export const name`, '' when there is none. */
function docCommentOf(source: string, name: string): string {
  const [before = ''] = source.split(new RegExp(`^export const ${name} = `, 'm'));
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(before)?.[1] ?? '';
  return comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*? ?/, '').trimEnd())
    .join('\n')
    .trim();
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value;
}

function isShape(value: unknown): value is GenericSchema {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';
}
