import { afterEach, expect, test, vi } from 'vitest';
import { writePageCookie } from './page-cookie.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['http:', 'mark=1; path=/; max-age=60; samesite=strict'],
  ['https:', '__Host-mark=1; path=/; max-age=60; samesite=strict; secure'],
])(
  'a cookie of a page that came by %s is one of this site alone where it can be',
  (protocol, line) => {
    const page = { cookie: '' };
    vi.stubGlobal('document', page);
    vi.stubGlobal('location', { protocol });
    writePageCookie('mark', '1', 60);
    expect(page.cookie).toBe(line);
  },
);
