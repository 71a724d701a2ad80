import { brotliDecompressSync } from 'node:zlib';
import type { Browser } from 'playwright';
import { openAgency } from '#pwa/e2e/agency.ts';
import { type Proxy as FrontProxy, reserveAddress, startProxy } from '#server/test/proxy.ts';
import { download, servePlain, touch, type View, view } from './landing.bench.ts';
import { EVENT, Link } from './link.ts';
import { atMost, type Figure, median, milliseconds, times } from './measure.ts';

const ROUNDS = 3;

/**
 * Measures the public page on the link of an event as it is deployed, behind nginx by HTTPS and HTTP/2, and
 * hand-written HTML of the same words behind another one, in turns.
 */
export async function benchDeployed(browser: Browser): Promise<Figure[]> {
  const site = await Site.open();
  const bare = await Site.open();
  const agency = await openAgency('sqlite', undefined, site.origin);
  site.server = agency.tunnel.port;
  const { id } = await agency.api<{ id: number }>('POST', '/api/campaigns', {
    name: 'Bench',
    utmSource: 'bench',
    utmMedium: 'qr',
    utmCampaign: 'bench',
  });
  const { host } = new URL(site.origin);
  const document = await download(`http://127.0.0.1:${agency.tunnel.port}/?lang=en`, host);
  const plain = await servePlain(brotliDecompressSync(document).toString());
  bare.server = plain.port;

  try {
    const views = { page: [] as View[], plain: [] as View[], form: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      views.plain.push(await view(browser, bare.inside, bare.origin));
      const scanned = `${site.origin}/?campaign_id=${id}&lang=en`;
      views.page.push(await view(browser, site.inside, scanned));
      views.form.push(await touch(browser, site.origin));
    }
    const of = (which: 'page' | 'plain', what: keyof View) =>
      median(views[which].map((each) => each[what]));
    const lcp = of('page', 'lcp');
    const tracked = of('page', 'tracked');
    return [
      {
        ...atMost('LCP, to hand-written HTML', lcp / of('plain', 'lcp'), 1.1, times),
        limit: `${lcp.toFixed(0)} / ${of('plain', 'lcp').toFixed(0)} ms`,
      },
      {
        ...atMost('the scan is at the server, to LCP', tracked / lcp, 1.3, times),
        limit: milliseconds(tracked),
      },
      atMost('form alive after the first touch', median(views.form), 2_300, milliseconds),
    ];
  } finally {
    await Promise.all([site.close(), bare.close()]);
    plain.server.close();
    await agency.close();
  }
}

/** A server behind nginx by the file of `server/deploy`, at the far end of a slow connection. */
class Site {
  readonly origin: string;
  /** Between nginx and the server: here requests can be read. */
  readonly inside: Link;
  readonly #outside: Link;
  readonly #proxy: FrontProxy;

  private constructor(outside: Link, inside: Link, proxy: FrontProxy) {
    this.origin = outside.origin.replace('http:', 'https:');
    this.inside = inside;
    this.#outside = outside;
    this.#proxy = proxy;
  }

  /** Leads nowhere before `server` is set. */
  static async open(): Promise<Site> {
    const [outside, inside] = await Promise.all([Link.open(EVENT), Link.open()]);
    const address = await reserveAddress();
    const proxy = await startProxy('nginx', address, [Number(new URL(inside.origin).port)]);
    outside.target = address.httpsPort;
    return new Site(outside, inside, proxy);
  }

  /** The port of the server. */
  set server(port: number) {
    this.inside.target = port;
  }

  async close(): Promise<void> {
    await Promise.all([this.#outside.close(), this.inside.close()]);
    await this.#proxy.stop();
  }
}
