import { expect, test } from 'vitest';
import { providerOf, sqlitePath } from './url.ts';

test.each([
  ['file:data/app.db', 'sqlite'],
  ['file:///var/lib/app.db', 'sqlite'],
  ['postgres://agent@db/agency', 'postgresql'],
  ['postgresql://agent:secret@db:5433/agency?sslmode=require', 'postgresql'],
])('%s is %s', (url, provider) => {
  expect(providerOf(url)).toBe(provider);
});

test.each([
  '',
  'file:',
  'postgres:',
  'mysql://x',
  'data/app.db',
  'postgres://u:secret'.slice(0, 9),
])('another URL (%j) is refused in one line that repeats none of it', (url) => {
  expect(() => providerOf(url)).toThrow(/^DATABASE_URL must be .+\.$/);
});

test('the path of an embedded database is relative, or absolute in both ways of writing it', () => {
  expect(sqlitePath('file:data/app.db')).toBe('data/app.db');
  expect(sqlitePath('file:/var/lib/app.db')).toBe('/var/lib/app.db');
  expect(sqlitePath('file:///var/lib/my%20app.db')).toBe('/var/lib/my app.db');
});
