import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { pageOfShortLink, readShortLink, shortCampaignLink } from './campaign-link.ts';
import { isSafeAddress, linksOf, NOT_HTTPS, optionalLinks, textOfLinks } from './links.ts';

describe('the links of a player', () => {
  test('are a title and an address a line, and come back as they were', () => {
    const links = [
      { title: 'Highlights 2026', url: 'https://video.example/1?a=b#t=3' },
      { title: '', url: 'https://www.transfermarkt.example/ana' },
    ];
    const text = textOfLinks(links);
    expect(text).toBe(
      'Highlights 2026 https://video.example/1?a=b#t=3\nhttps://www.transfermarkt.example/ana',
    );
    expect(linksOf(text)).toEqual(links);
    expect(v.parse(optionalLinks, text)).toBe(text);
    expect(v.parse(optionalLinks, `\r\n ${text.replace('\n', '\r\n\r\n')}  `)).toBe(text);
  });

  test('are null without a link', () => {
    for (const blank of [undefined, null, '', ' \n ']) {
      expect(v.parse(optionalLinks, blank)).toBeNull();
    }
  });

  test('lead by https only, to a host that can exist', () => {
    for (const url of [
      'javascript:alert(1)',
      'JavaScript://example.org/%0aalert(1)',
      'data:text/html,x',
      'http://example.org',
      'https:example.org',
      'https://',
      'https://intranet',
      'https://ana:secret@example.org',
      'https://exa mple.org',
      'https://example.org\\@evil.example',
      'https://example.org/"onclick=',
      'https://[broken.example',
      'blob:https://example.org/1',
      'Video',
    ]) {
      expect(isSafeAddress(url), url).toBe(false);
      const { issues } = v.safeParse(optionalLinks, `Good https://example.org\nBad ${url}`);
      expect(issues?.[0].message, url).toBe(NOT_HTTPS);
    }
    for (const url of [
      'https://example.org',
      'HTTPS://Example.org/ä?q=%20',
      'https://b.example:8443/',
    ]) {
      expect(isSafeAddress(url), url).toBe(true);
    }
  });

  test('are read at once, however long a line is', () => {
    const start = performance.now();
    expect(v.is(optionalLinks, `${'a'.repeat(100_000)} b`)).toBe(false);
    expect(v.is(optionalLinks, `${'a '.repeat(100_000)}b`)).toBe(false);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  test('have a bound, of all of them together', () => {
    expect(v.is(optionalLinks, `https://example.org/${'x'.repeat(10_000)}`)).toBe(false);
    expect(v.is(optionalLinks, `https://example.org/${'x'.repeat(9_980)}`)).toBe(true);
  });
});

describe('the short address of a campaign', () => {
  test('is read as it was written', () => {
    for (const id of [1, 35, 36, 123_456, 2_147_483_647])
      for (const language of [null, 'de'] as const) {
        const { pathname } = new URL(shortCampaignLink('https://agency.example', { id, language }));
        expect(readShortLink(pathname)).toEqual({ id, language });
        expect(pageOfShortLink({ id, language })).toContain(`campaign_id=${id}`);
      }
    for (const path of ['/', '/c', '/c/0', '/c/01', '/c/zzzzzz1', '/c/zik0zk', '/c/1/deu', '/d/1'])
      expect(readShortLink(path)).toBeNull();
  });
});
