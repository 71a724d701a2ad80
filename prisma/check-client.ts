/** Ends the process with one line if a generated client is missing or older than schema.prisma. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const schema = tokensOf(readFileSync(join(import.meta.dirname, 'schema.prisma'), 'utf8'));

if (!isCurrent('sqlite') || !isCurrent('postgresql')) {
  console.error('The Prisma client does not match prisma/schema.prisma: run "npm run generate".');
  process.exit(1);
}

/** Compares the schema that Prisma stores in its client; Prisma changes spaces only. */
function isCurrent(provider: string): boolean {
  const file = join(import.meta.dirname, 'generated', provider, 'internal/class.ts');
  if (!existsSync(file)) return false;
  const [, stored = '""'] =
    /"inlineSchema": ("(?:\\.|[^"\\])*")/.exec(readFileSync(file, 'utf8')) ?? [];
  return tokensOf(JSON.parse(stored)) === schema.replaceAll('sqlite', provider);
}

function tokensOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
