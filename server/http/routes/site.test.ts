import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, deflateSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '#contract/fields/ids.ts';
import { LANGUAGE_CODES, type Language } from '#contract/fields/vocabulary.ts';
import { erasePerson, exportPerson } from '#contract/people.ts';
import {
  listSiteVersions,
  NO_CONTENT,
  publishSite,
  readSite,
  readSiteVersion,
  type ShownPlayer,
  type SiteContent,
  storeMark,
  storePortrait,
} from '#contract/site.ts';
import { openChangeNotifier } from '#prisma/change-notifier.ts';
import { closeDatabase, openDatabase } from '#prisma/client.ts';
import { providerOf } from '#prisma/url.ts';
import { readPortrait, UNPUBLISHED_PORTRAITS } from '#server/domain/site/portraits.ts';
import { legalChangedAt } from '#server/domain/site/site.ts';
import { followPublications } from '#server/follow-publications.ts';
import { BuiltPages, type Publication, type RenderSite } from '#server/http/pages/pages.ts';
import { openOffice } from '#server/test/agency.ts';
import {
  aMark,
  aPlayer,
  aPng,
  aPortrait,
  aSite,
  pngChunk,
  somePageSettings,
} from '#server/test/bodies.ts';
import { Client, signedIn } from '#server/test/client.ts';
import { onBothDatabases } from '#server/test/database.ts';
import { serveApp } from '#server/test/listen.ts';

const FILES = {
  'index.de.html': '<html lang="de">',
  'index.fr.html': '<html lang="fr">',
  'imprint.de.html': '<html lang="de">',
  'imprint.fr.html': '<html lang="fr">',
  'index.html': '<html lang="en">built %CONTACT_PHONE%</html>',
  'app.html': '<html><script src="/a.js"></script></html>',
  'manifest.webmanifest': '{"name":"Football Agent","lang":"en"}',
  'sw.js': 'const S = "%SETTINGS_REVISION%";',
  'published.json': 'null',
  'landing.json': '{"html":"frame"}',
};

/** What a document says of the mark. */
const HEAD =
  '<link rel="icon" href="/icons/icon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" /><link rel="apple-touch-startup-image" href="/launch/1.png">"logo":"/icons/icon-512.png"';

/** Writes the name of the site as a document. */
const render: RenderSite = async (frame, { settings }) => ({
  documents: { 'index.html': `${JSON.stringify(frame)} ${settings.name} %CONTACT_PHONE%` },
  data: '<script id="published"></script>',
});

function builtPages(files: Record<string, string> = {}): BuiltPages {
  const folder = mkdtempSync(join(tmpdir(), 'page-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries({ ...FILES, ...files })) {
    writeFileSync(join(folder, name), content);
  }
  return new BuiltPages(folder, somePageSettings);
}

const named = (name: string): SiteContent => ({
  ...NO_CONTENT,
  settings: { ...NO_CONTENT.settings, name },
});

onBothDatabases('publishing', ({ open, url }) => {
  test('adds versions that never change, and brings an old one back as a new one', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    expect((await admin.call(readSite)).reply).toEqual({ current: null });

    const first = await admin.call(publishSite, { body: { base: null, content: aSite } });
    expect(first.status).toBe(201);
    expect(first.reply).toMatchObject({ username: 'marta', restores: null });
    const base = first.reply.id;
    const second = await admin.call(publishSite, { body: { base, content: named('Other') } });
    const back = await admin.call(publishSite, {
      body: { base: second.reply.id, content: aSite, restores: base },
    });

    const { versions } = (await admin.call(listSiteVersions)).reply;
    expect(versions.map(({ id }) => id)).toEqual([back.reply.id, second.reply.id, base]);
    expect(versions[0]?.restores).toBe(base);
    expect((await admin.call(readSite)).reply.current).toEqual({ ...back.reply, content: aSite });
    const old = await admin.call(readSiteVersion, { params: { id: second.reply.id } });
    expect(old.reply.content).toEqual(named('Other'));

    const told = await db.auditEntry.findMany({ where: { kind: 'site-published' } });
    expect(told.map(({ subject, detail }) => [subject, detail])).toEqual([
      [`version:${base}`, null],
      [`version:${second.reply.id}`, null],
      [`version:${back.reply.id}`, `version:${base}`],
    ]);
  });

  test('a repeated call is one version, and of two with the same base one is refused', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const body = { base: null, content: aSite };
    const key = newId();
    const [first, again] = [
      await admin.call(publishSite, { body, key }),
      await admin.call(publishSite, { body, key }),
    ];
    expect(again.reply).toEqual(first.reply);
    const base = first.reply.id;
    const race = await Promise.all(
      ['A', 'B'].map((name) => admin.call(publishSite, { body: { base, content: named(name) } })),
    );
    expect(race.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await db.publication.count()).toBe(2);
  });

  test('is for admins only, and refuses addresses without https', async () => {
    const db = await open();
    const { admin, origin } = await openOffice(db);
    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    for (const client of [agent, new Client(origin)]) {
      const answer = await client.call(publishSite, { body: { base: null, content: aSite } });
      expect([401, 403]).toContain(answer.status);
    }
    const settings = { ...aSite.settings, linkedin: 'javascript:alert(1)' };
    const bad = await admin.call(publishSite, {
      body: { base: null, content: { ...aSite, settings } },
    });
    expect(bad.status).toBe(400);
    expect((await admin.call(readSiteVersion, { params: { id: 9 } })).status).toBe(404);
  });

  test('changes every document at once, with its own ETag, and without one nothing differs', async () => {
    const pages = builtPages();
    const { origin } = await serveApp(await open(), { pages });
    const read = async (path: string) => {
      const answer = await new Client(origin).send('GET', path);
      return { text: await answer.text(), tag: answer.headers.get('ETag') };
    };
    const before = { page: await read('/'), worker: await read('/sw.js') };
    expect(before.page.text).toBe('<html lang="en">built +34 600 000 000</html>');

    await pages.show(aSite, render);
    const page = await read('/');
    expect(page.text).toBe('{"html":"frame"} Lucía Vega +34 611 222 333');
    expect(page.tag).not.toBe(before.page.tag);
    expect((await read('/sw.js')).text).not.toBe(before.worker.text);
    expect((await read('/auth')).text).toBe(
      '<html><script id="published"></script><script src="/a.js"></script></html>',
    );
    const all = (await read('/published.json')).text;
    const place = { 'contact.location.place': aSite.settings.city };
    const texts = LANGUAGE_CODES.map((one) => [one, { ...place, ...aSite.texts[one] }]);
    expect(JSON.parse(all).texts).toEqual(Object.fromEntries(texts));
    expect(all).not.toContain('lucia@');

    expect(JSON.parse((await read('/manifest.webmanifest')).text)).toEqual({
      name: 'Lucía Vega',
      lang: 'en',
    });

    await expect(
      pages.show(named('X'), () => Promise.reject(new Error('not rendered'))),
    ).rejects.toThrow('not rendered');
    expect(await read('/')).toEqual(page);
    await pages.show(null, render);
    expect(await read('/')).toEqual(before.page);
  });

  test('a published page is shown before its smallest form is made', async () => {
    const pages = builtPages();
    const html = Array.from({ length: 2_000 }, (_, at) => `<p>${(at * 7_919) % 1_009}</p>`).join(
      '',
    );
    await pages.show(aSite, async () => ({ documents: { 'index.html': html }, data: '' }));
    const weight = async () => (await pages.get('/index.html')?.compressed?.br)?.length;
    const shown = await weight();
    await vi.waitFor(async () => expect(await weight()).toBeLessThan(shown ?? 0));
    const best = await pages.get('/index.html')?.compressed?.br;
    expect(brotliDecompressSync(best ?? '').toString()).toBe(html);
  });

  test('a hidden language is not served: its address shows another one', async () => {
    const pages = builtPages();
    const { origin } = await serveApp(await open(), { pages });
    const languageOf = async (path: string) => {
      const headers = { 'Accept-Language': 'de, fr;q=0.5' };
      const answer = await new Client(origin).send('GET', path, { headers });
      return answer.headers.get('Content-Language');
    };
    const hide = async (hiddenLanguages: Language[]) =>
      pages.show({ ...aSite, settings: { ...aSite.settings, hiddenLanguages } }, render);
    expect(await languageOf('/?lang=fr')).toBe('fr');
    await hide(['fr']);
    expect(await languageOf('/?lang=fr')).toBe('de');
    expect(await languageOf('/imprint?lang=fr')).toBe('de');
    await hide(['en', 'de', 'es', 'it']);
    expect(await languageOf('/?lang=en')).toBe('fr');
    const db = await open();
    const { admin } = await openOffice(db);
    const settings = { ...aSite.settings, hiddenLanguages: [...LANGUAGE_CODES] };
    const body = { base: null, content: { ...aSite, settings } };
    expect((await admin.call(publishSite, { body })).status).toBe(400);
  });

  test('V5.2.1 stores a portrait for admins, by its bytes, and refuses what is none', async () => {
    const db = await open();
    const { admin, origin } = await openOffice(db);
    const stored = await admin.call(storePortrait, { body: aPortrait });
    expect(stored.status).toBe(201);
    expect(stored.reply).toMatchObject({ width: 4, height: 5, hasWebp: true });
    expect((await admin.call(storePortrait, { body: aPortrait })).reply).toEqual(stored.reply);
    expect(await db.portrait.count()).toBe(1);
    const files = await readPortrait(db, stored.reply.id);
    expect(Buffer.from(files?.bytes ?? []).toString('base64')).toBe(aPortrait.jpeg);

    const picture = (text: string) => Buffer.from(text, 'latin1').toString('base64');
    for (const body of [
      {
        ...aPortrait,
        jpeg: picture('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      },
      { ...aPortrait, jpeg: aPortrait.webp },
      { ...aPortrait, webp: aPortrait.jpeg },
      { ...aPortrait, webp: picture('RIFF\x1a\0\0\0WEBPVP8X'.padEnd(40, '\0')) },
      { ...aPortrait, jpeg: picture('\xff\xd8'.padEnd(130_000, '\0')) },
      { ...aPortrait, jpeg: 'not base64!' },
    ]) {
      const answer = await admin.call(storePortrait, { body });
      expect(answer.status).toBe(400);
    }
    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    expect((await agent.call(storePortrait, { body: aPortrait })).status).toBe(403);

    const portrait = { ...stored.reply, id: '0123456789abcdef' };
    const content = { ...aSite, settings: { ...aSite.settings, portrait } };
    expect((await admin.call(publishSite, { body: { base: null, content } })).status).toBe(400);
    const players = { ...aSite.settings, shownPlayers: [{ ...aPlayer, picture: portrait }] };
    const unseen = { base: null, content: { settings: players, texts: {} } };
    expect((await admin.call(publishSite, { body: unseen })).problem.fields).toEqual({
      'content.settings.shownPlayers': 'The picture 0123456789abcdef is not stored.',
    });
    const shared = { settings: { ...aSite.settings, shared: { de: portrait.id } }, texts: {} };
    const refused = await admin.call(publishSite, { body: { base: null, content: shared } });
    expect(refused).toMatchObject({
      status: 400,
      problem: {
        fields: { 'content.settings.shared': 'The picture 0123456789abcdef is not stored.' },
      },
    });
  });

  test('V5.2.1 stores of a portrait what is a picture, not what a camera wrote beside it', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const { reply: plain } = await admin.call(storePortrait, { body: aPortrait });
    const jpeg = Buffer.from(aPortrait.jpeg, 'base64');
    const segment = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
    const photo = Buffer.concat([
      jpeg.subarray(0, 2),
      segment(0xe1, 'Exif\0\0GPS 40.4168 -3.7038'),
      segment(0xfe, 'taken at home'),
      jpeg.subarray(2),
      Buffer.from('and a second picture behind it'),
    ]);
    const chunk = (kind: string, bytes: string) =>
      Buffer.from(`${kind}${String.fromCharCode(bytes.length)}\0\0\0${bytes}`, 'latin1');
    const parts = [
      chunk('VP8X', '\x0c\0\0\0\x03\0\0\x04\0\0'),
      Buffer.from(aPortrait.webp, 'base64').subarray(12),
      chunk('EXIF', 'GPS 40.4168 '),
      chunk('XMP ', 'Ana'.padEnd(4)),
    ];
    const body = Buffer.concat(parts);
    const riff = Buffer.from(`RIFF${String.fromCharCode(body.length + 4)}\0\0\0WEBP`, 'latin1');
    const extended = Buffer.concat([riff, body]).toString('base64');

    const told = { jpeg: photo.toString('base64'), webp: aPortrait.webp };
    expect((await admin.call(storePortrait, { body: told })).reply).toEqual(plain);
    const other = await admin.call(storePortrait, { body: { ...told, webp: extended } });
    const files = await readPortrait(db, other.reply.id);
    expect(Buffer.from(files?.bytes ?? []).equals(jpeg)).toBe(true);
    expect(Buffer.from(files?.webp ?? []).toString('latin1')).not.toMatch(/EXIF|XMP|GPS|Ana/);
  });

  test('V5.2.1 refuses a portrait that has a size and no picture', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const jpeg = Buffer.from(aPortrait.jpeg, 'base64');
    const from = (at: number, text: string) => {
      const bytes = Buffer.from(jpeg);
      bytes.set(Buffer.from(text, 'hex'), at);
      return bytes;
    };
    const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'));
    const scan = jpeg.indexOf(Buffer.from('ffda', 'hex'));
    const withFrame = (more: string) => [
      jpeg.subarray(0, scan),
      Buffer.from(more, 'hex'),
      jpeg.subarray(scan),
    ];
    for (const [what, bytes] of Object.entries({
      'only tells its size': jpeg.subarray(0, scan),
      'has no end': jpeg.subarray(0, -2),
      'has an empty scan': Buffer.concat([jpeg.subarray(0, -3), jpeg.subarray(-2)]),
      'has less than its size needs': from(frame + 5, '04b004b0'),
      'tells two sizes': Buffer.concat(withFrame('ffc0000b080009000901011100')),
      'has a frame that no browser shows': from(frame, 'ffc3'),
    })) {
      const body = { jpeg: bytes.toString('base64'), webp: null };
      expect((await admin.call(storePortrait, { body })).status, what).toBe(400);
    }
    const webp = Buffer.from(aPortrait.webp, 'base64');
    for (const bytes of [webp.subarray(0, 30), webp.subarray(0, -8)]) {
      const body = { ...aPortrait, webp: bytes.toString('base64') };
      expect((await admin.call(storePortrait, { body })).status).toBe(400);
    }
  });

  test('stores no more than the newest portraits that nobody has published', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const jpeg = Buffer.from(aPortrait.jpeg, 'base64');
    // Another table of the picture makes another portrait.
    const store = async (n: number) => {
      const bytes = Buffer.from(jpeg);
      bytes[10] = n;
      const body = { jpeg: bytes.toString('base64'), webp: null };
      return (await admin.call(storePortrait, { body })).reply;
    };
    const portrait = await store(1);
    const content = { ...aSite, settings: { ...aSite.settings, portrait } };
    await admin.call(publishSite, { body: { base: null, content } });
    const first = await store(2);
    for (let n = 3; n < 3 + UNPUBLISHED_PORTRAITS; n += 1) await store(n);

    expect(await db.portrait.count()).toBe(UNPUBLISHED_PORTRAITS + 1);
    expect(await readPortrait(db, portrait.id)).not.toBeNull();
    expect(await readPortrait(db, first.id)).toBeNull();
  });

  test('V5.3.1 serves the published portrait under the hash of its bytes, for ever, and no other', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const { reply: portrait } = await admin.call(storePortrait, { body: aPortrait });
    const { reply: card } = await admin.call(storePortrait, { body: { ...aPortrait, webp: null } });
    const settings = { ...aSite.settings, portrait, shared: { de: card.id } };
    const content = { ...aSite, settings };
    expect((await admin.call(publishSite, { body: { base: null, content } })).status).toBe(201);

    const pages = builtPages();
    const show = (shown: SiteContent, publication: Publication) =>
      pages.show(shown, render, publication);
    const notifier = openChangeNotifier('file::memory:');
    onTestFinished(() => notifier.close());
    await followPublications({ db, notifier, show, onError: vi.fn() });
    const { origin } = await serveApp(await open(), { pages });
    const read = (path: string) => new Client(origin).send('GET', path);
    const webp = await read(`/portrait/${portrait.id}.webp`);
    expect(webp.headers.get('Content-Type')).toBe('image/webp');
    expect(webp.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await webp.arrayBuffer()).toString('base64')).toBe(aPortrait.webp);
    const jpeg = await read(`/portrait/${portrait.id}.jpg`);
    expect(jpeg.headers.get('Content-Type')).toBe('image/jpeg');
    expect((await read(`/portrait/${card.id}.jpg`)).status).toBe(200);
    expect((await read('/portrait/0123456789abcdef.jpg')).status).toBe(404);
    await pages.show(aSite, render);
    expect((await read(`/portrait/${portrait.id}.jpg`)).status).toBe(404);
  });

  test('V5.2.1 stores of a mark two squares as PNG, and nothing else', async () => {
    const db = await open();
    const { admin, origin } = await openOffice(db);
    const stored = await admin.call(storeMark, { body: aMark });
    expect(stored.status).toBe(201);
    expect(stored.reply).toMatchObject({ icon: { side: 8 }, tile: { side: 4 } });
    const named = pngChunk('tEXt', Buffer.from('Author\0Ana'));
    const told = { ...aMark, tile: aPng(4, 4, [named]) };
    expect((await admin.call(storeMark, { body: told })).reply).toEqual(stored.reply);
    const files = await readPortrait(db, stored.reply.tile.id);
    expect(Buffer.from(files?.bytes ?? []).toString('base64')).toBe(aMark.tile);

    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    const png = Buffer.from(aMark.tile, 'base64');
    const damaged = Buffer.from(png);
    damaged.writeUInt8(9, 20);
    for (const [what, tile] of Object.entries({
      'an SVG': Buffer.from(svg).toString('base64'),
      'a JPEG': aPortrait.jpeg,
      'a WebP': aPortrait.webp,
      'no square': aPng(4, 5),
      'too large': aPng(513),
      'of no size': aPng(0),
      'cut off': png.subarray(0, -12).toString('base64'),
      damaged: damaged.toString('base64'),
      'without its size': Buffer.concat([png.subarray(0, 8), png.subarray(33)]).toString('base64'),
      'with more pixels than it says': aPng(4, 4, [
        pngChunk('IDAT', deflateSync(Buffer.alloc(99))),
      ]),
    })) {
      const answer = await admin.call(storeMark, { body: { ...aMark, tile } });
      expect(answer.status, what).toBe(400);
    }
    const agent = await signedIn(db, origin, { username: 'nico', role: 'agent' });
    expect((await agent.call(storeMark, { body: aMark })).status).toBe(403);

    const icon = { id: '0123456789abcdef', side: 8 };
    const settings = { ...aSite.settings, mark: { ...stored.reply, icon } };
    const unseen = { base: null, content: { settings, texts: {} } };
    expect((await admin.call(publishSite, { body: unseen })).problem.fields).toEqual({
      'content.settings.mark': 'The picture 0123456789abcdef is not stored.',
    });
  });

  test('the published mark is the icon of every document and of the app, until it is removed', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const { reply: mark } = await admin.call(storeMark, { body: aMark });
    const content = { ...aSite, settings: { ...aSite.settings, mark } };
    const first = await admin.call(publishSite, { body: { base: null, content } });
    const base = first.reply.id;
    const pages = builtPages({
      'index.html': HEAD,
      'app.html': `${HEAD}<script src="/a.js"></script>`,
      'manifest.de.webmanifest':
        '{"name":"Agentur","lang":"de","icons":[{"src":"/icons/icon.svg"}]}',
      'landing.json': JSON.stringify({ html: HEAD }),
    });
    const withHead: RenderSite = async (_, { settings }) => ({
      documents: { 'index.html': `${HEAD}${settings.mark?.tile.id}` },
      data: '',
    });
    const show = (shown: SiteContent, publication: Publication) =>
      pages.show(shown, withHead, publication);
    const follow = async () => {
      const notifier = openChangeNotifier('file::memory:');
      onTestFinished(() => notifier.close());
      await followPublications({ db, notifier, show, onError: vi.fn() });
    };
    const { origin } = await serveApp(await open(), { pages });
    const read = async (path: string) => (await new Client(origin).send('GET', path)).text();
    const before = await Promise.all(['/', '/auth', '/manifest.webmanifest?lang=de'].map(read));

    await follow();
    const tile = await new Client(origin).send('GET', `/mark/${mark.tile.id}.png`);
    expect(tile.headers.get('Content-Type')).toBe('image/png');
    expect(tile.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
    expect(Buffer.from(await tile.arrayBuffer()).toString('base64')).toBe(aMark.tile);
    const head = `<link rel="icon" href="/mark/${mark.tile.id}.png" type="image/png" /><link rel="apple-touch-icon" href="/mark/${mark.icon.id}.png" />"logo":"/mark/${mark.icon.id}.png"`;
    expect(await read('/')).toBe(`${head}${mark.tile.id}`);
    expect(await read('/auth')).toContain(`${head}<script`);
    expect(pages.frame().html).toBe(head);
    const { icons } = JSON.parse(await read('/manifest.webmanifest?lang=de'));
    expect(icons).toEqual([
      expect.objectContaining({ src: `/mark/${mark.tile.id}.png`, sizes: '4x4', purpose: 'any' }),
      expect.objectContaining({ src: `/mark/${mark.icon.id}.png`, sizes: '8x8', purpose: 'any' }),
      expect.objectContaining({ src: `/mark/${mark.icon.id}.png`, purpose: 'maskable' }),
    ]);

    await admin.call(publishSite, { body: { base, content: aSite } });
    await follow();
    const page = await new Client(origin).send('GET', `/mark/${mark.tile.id}.png`);
    expect(page.status).toBe(404);
    expect(pages.frame().html).toBe(HEAD);
    const after = await Promise.all(['/', '/auth', '/manifest.webmanifest?lang=de'].map(read));
    expect(after[0]).toBe(`${HEAD}undefined`);
    expect(after[1]).toBe(before[1]);
    expect(JSON.parse(after[2] ?? '').icons).toEqual([{ src: '/icons/icon.svg' }]);
    // An old version brings its mark back.
    const { reply: newest } = await admin.call(readSite);
    const again = { base: newest.current?.id ?? null, content, restores: base };
    expect((await admin.call(publishSite, { body: again })).status).toBe(201);
    await follow();
    expect(await read('/')).toContain(head);
  });

  test('a player whose consent is withdrawn is in no version, nor is the picture; one brought back changes no player', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    const { reply: picture } = await admin.call(storePortrait, { body: aPortrait });
    const ana = { ...aPlayer, picture };
    const bo = { ...aPlayer, id: newId(), name: 'Bo Lind', consentBy: 'Bo Lind' };
    const showing = (shownPlayers: ShownPlayer[] | undefined, name: string): SiteContent => ({
      settings: { ...NO_CONTENT.settings, name, shownPlayers },
      texts: {},
    });
    let base: number | null = null;
    const publish = async (content: SiteContent, restores: number | null = null) => {
      const { reply } = await admin.call(publishSite, { body: { base, content, restores } });
      base = reply.id;
      return reply.id;
    };
    const shown = async () =>
      (await admin.call(readSite)).reply.current?.content.settings.shownPlayers;

    const first = await publish(showing([ana, bo], 'First'));
    // A device of an older release knows no players.
    await publish(showing(undefined, 'Second'));
    expect(await shown()).toEqual([ana, bo]);
    const { reply: old } = await admin.call(readSiteVersion, { params: { id: first } });
    await publish(showing([bo], 'Third'));
    await publish(old.content, first);
    expect(await shown()).toEqual([bo]);
    expect(await readPortrait(db, picture.id)).toBeNull();
    const stored = await db.publication.findMany();
    expect(JSON.stringify(stored)).not.toContain(ana.name);

    for (const wrong of [{ consentBy: '' }, { consentOn: '2026-02-30' }, { consentOn: '' }]) {
      const content = showing([{ ...bo, ...wrong }], 'Fourth');
      expect((await admin.call(publishSite, { body: { base, content } })).status).toBe(400);
    }
  });

  test('whoever is erased leaves the public page at once', async () => {
    const db = await open();
    const { admin, application } = await openOffice(db);
    const email = 'jose@example.org';
    await application({ playerName: 'José Peña', email });
    const players = [
      { ...aPlayer, name: 'JOSE PENA' },
      { ...aPlayer, id: newId() },
    ];
    const content = { ...aSite, settings: { ...aSite.settings, shownPlayers: players } };
    await admin.call(publishSite, { body: { base: null, content } });
    await admin.call(erasePerson, { body: { email, how: 'delete' } });
    const { current } = (await admin.call(readSite)).reply;
    expect(current?.content.settings.shownPlayers).toEqual([players[1]]);
    expect(JSON.stringify(await db.publication.findMany())).not.toContain('JOSE');
  });

  test.each(['anonymise', 'delete'] as const)(
    'a player is exported and erased (%s) by the application, under any name, and no copy of before brings one back',
    async (how) => {
      const db = await open();
      const { admin, application } = await openOffice(db);
      const email = 'jose@example.org';
      const { id: applicationId } = await application({ playerName: 'José Peña', email });
      const pepe = { ...aPlayer, name: 'Pepe', applicationId };
      // Another player of that name.
      const other = await application({ playerName: 'José Peña', email: 'other@example.org' });
      const namesake = {
        ...aPlayer,
        id: newId(),
        name: 'José Peña',
        applicationId: other.id,
      };
      const showing = (shownPlayers: ShownPlayer[]): SiteContent => ({
        ...aSite,
        settings: { ...aSite.settings, shownPlayers },
      });
      const shown = async () => (await admin.call(readSite)).reply.current;
      const content = showing([pepe, namesake]);
      await admin.call(publishSite, { body: { base: null, content } });
      const { reply } = await admin.call(exportPerson, { body: { email } });
      expect(reply.shownPlayers).toEqual([pepe]);

      await admin.call(erasePerson, { body: { email, how } });
      expect((await shown())?.content).toEqual(showing([namesake]));
      expect(JSON.stringify(await db.publication.findMany())).not.toContain('Pepe');
      const base = (await shown())?.id ?? null;
      expect((await admin.call(publishSite, { body: { base, content } })).status).toBe(201);
      expect((await shown())?.content).toEqual(showing([namesake]));
      // One whose application goes for another reason stays.
      await db.application.delete({ where: { id: other.id } });
      const later = { base: (await shown())?.id ?? null, content: showing([namesake]) };
      await admin.call(publishSite, { body: later });
      expect((await shown())?.content).toEqual(showing([namesake]));
    },
  );

  test('the legal pages are of the day on which a publication last changed them', async () => {
    const db = await open();
    const { admin } = await openOffice(db);
    expect(await legalChangedAt(db)).toBe('');
    let base: number | null = null;
    const publish = async (content: SiteContent): Promise<string> => {
      const { reply } = await admin.call(publishSite, { body: { base, content } });
      base = reply.id;
      return reply.at;
    };
    await publish(named('Lucía Vega'));
    expect(await legalChangedAt(db)).toBe('');
    const legal = (address: string, texts: SiteContent['texts'] = {}): SiteContent => ({
      settings: { ...NO_CONTENT.settings, address },
      texts,
    });
    const moved = await publish(legal('Rue 1'));
    await publish(legal('Rue 1', { fr: { 'hero.title': 'Bonjour' } }));
    expect(await legalChangedAt(db)).toBe(moved);
    const said = await publish(legal('Rue 1', { fr: { 'privacy.intro': 'Bonjour' } }));
    expect(await legalChangedAt(db)).toBe(said);
    // More versions than are read at once.
    for (let count = 0; count < 60; count += 1) {
      await publish(
        legal('Rue 1', { fr: { 'privacy.intro': 'Bonjour', 'hero.text': `${count}` } }),
      );
    }
    expect(await legalChangedAt(db)).toBe(said);
  });

  test('reaches every process on the database soon, and a new one at its start', async () => {
    const at = await url();
    const several = providerOf(at) === 'postgresql';
    const db = await openDatabase(at);
    const notifier = openChangeNotifier(at);
    onTestFinished(async () => {
      await notifier.close();
      await closeDatabase(db);
    });
    const follow = async () => {
      const heard = several ? openChangeNotifier(at) : notifier;
      if (several) onTestFinished(() => heard.close());
      const show = vi.fn(async (_content: SiteContent, _publication: Publication) => undefined);
      const onError = vi.fn();
      await followPublications({ db, notifier: heard, show, onError });
      return { show, onError };
    };
    const { origin } = await serveApp(db, { notifier });
    const admin = await signedIn(db, origin);
    const [one, other] = [await follow(), await follow()];
    const plain = { at: expect.any(String), pictures: new Map() };
    expect(one.show).not.toHaveBeenCalled();

    await admin.call(publishSite, { body: { base: null, content: aSite } });
    for (const { show } of [one, other]) {
      await vi.waitFor(
        () => expect(show).toHaveBeenLastCalledWith(aSite, expect.objectContaining(plain)),
        { timeout: 10_000 },
      );
      expect(show).toHaveBeenCalledTimes(1);
    }
    expect((await follow()).show).toHaveBeenCalledWith(aSite, expect.objectContaining(plain));
    expect(one.onError).not.toHaveBeenCalled();
  });
});
