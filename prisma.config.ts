import { readFileSync, writeFileSync } from 'node:fs';
import { defineConfig } from 'prisma/config';

// Every `prisma` command follows DATABASE_URL. schema.prisma is written for SQLite; for PostgreSQL
// a copy with the other provider is made, and `npm run generate` makes a client of each.

// These commands never run the schema engine, yet Prisma downloads it for them, unless told
// where one is: any file that exists will do. So an install works without a network.
if (/^(generate|validate|format)$/.test(process.argv[2] ?? '')) {
  process.env.PRISMA_SCHEMA_ENGINE_BINARY ||= process.execPath;
}

const url = process.env.DATABASE_URL || 'file:data/agency.db';
const provider = url.startsWith('postgres') ? 'postgresql' : 'sqlite';
const schema = provider === 'sqlite' ? 'prisma/schema.prisma' : 'prisma/postgresql.gen.prisma';
if (provider === 'postgresql') {
  const text = readFileSync('prisma/schema.prisma', 'utf8');
  writeFileSync(schema, text.replaceAll('sqlite', provider));
}

export default defineConfig({
  schema,
  datasource: { url },
  migrations: { path: `prisma/migrations/${provider}` },
});
