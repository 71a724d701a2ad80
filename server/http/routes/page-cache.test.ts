import { expect, test } from 'vitest';
import { Client } from '#server/test/client.ts';
import { onSqliteFirst } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

onSqliteFirst('DELETE /api/page-cache', ({ open }) => {
  test('has the browser drop the frozen pages of this site, and not its storage', async () => {
    const { origin } = await serveApp(await open());
    const client = new Client(origin);
    const answer = await client.send('DELETE', '/api/page-cache');
    expect(answer.status).toBe(204);
    expect(answer.headers.get('Clear-Site-Data')).toBe('"cache"');

    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const foreign = await client.send('DELETE', '/api/page-cache', { headers });
    expect(foreign.status).toBe(403);
    expect(foreign.headers.get('Clear-Site-Data')).toBeNull();
  });
});
