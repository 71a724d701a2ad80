// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isAppPath } from '#contract/paths/app-paths.ts';
import { createAppRouter } from './routes.tsx';

test('the server knows the address of every screen, and answers it with 200', () => {
  const paths = Object.keys(createAppRouter().routesByPath).filter((path) => path !== '/');
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !isAppPath(path))).toEqual([]);
});
