import { expect, test, vi } from 'vitest';
import {
  NO_CONTENT,
  type PublicSite,
  type SiteContent,
  type SiteVersion,
  type SiteVersionContent,
} from '#contract/site.ts';
import type { TextStore } from '#pwa/i18n/i18n.ts';
import { aPlayer } from '#server/test/bodies.ts';
import { publishContent } from './publish-content.ts';

const VERSION: SiteVersion = {
  id: 3,
  at: '2026-11-30T02:00:00.000Z',
  userId: 1,
  username: 'marta',
  restores: null,
};
const picture = { id: '0123456789abcdef', width: 4, height: 5, hasWebp: false };

const showing = (shownPlayers: SiteContent['settings']['shownPlayers']): SiteContent => ({
  settings: { ...NO_CONTENT.settings, shownPlayers },
  texts: {},
});

/** Publishes upon a version; resolves to what this device shows then, and the requests. */
async function published(
  current: SiteContent,
  content: SiteContent,
  restores?: number,
): Promise<{ shown: PublicSite | undefined; asked: string[] }> {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    if (path === '/api/site-versions') return Response.json(VERSION, { status: 201 });
    // The server shows a publication a moment after its answer.
    return new Response(null, { status: asked.length > 2 ? 200 : 404 });
  });
  let shown: PublicSite | undefined;
  const store = {
    follow: async (site: PublicSite) => {
      shown = site;
    },
  } as TextStore;
  const standing: SiteVersionContent = { ...VERSION, id: 2, content: current };
  const how = restores === undefined ? {} : { restores };
  await publishContent({ current: standing, content, ...how, userId: 1, store });
  return { shown, asked };
}

test('a version that is brought back has the players of today on this device at once', async () => {
  const { shown } = await published(showing([aPlayer]), showing(undefined), 1);
  expect(shown?.settings.shownPlayers).toMatchObject([{ name: aPlayer.name }]);
  const removed = await published(showing([]), showing([aPlayer]), 1);
  expect(removed.shown?.settings.shownPlayers).toEqual([]);
});

test('a new picture is shown here once the server shows it; one that stands is not waited for', async () => {
  const content = showing([{ ...aPlayer, picture }]);
  const address = `/portrait/${picture.id}.jpg`;
  expect((await published(showing([]), content)).asked).toEqual([
    '/api/site-versions',
    address,
    address,
  ]);
  expect((await published(content, content)).asked).toEqual(['/api/site-versions']);
});
