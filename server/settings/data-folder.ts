import { dirname } from 'node:path';
import { providerOf, sqlitePath } from '#prisma/url.ts';

/** Where files beside the database go: its own folder, or `data` with PostgreSQL. */
export function dataFolder(databaseUrl: string): string {
  return providerOf(databaseUrl) === 'sqlite' ? dirname(sqlitePath(databaseUrl)) : 'data';
}
