import { connect } from 'node:tls';
import { isLoopback } from '#server/http/transport/hosts.ts';
import { type Finding, must, should } from './finding.ts';

/** In milliseconds, for each answer. */
const TIMEOUT = 10_000;
/** A certificate that ends sooner was not renewed, in days. */
const LEAST_DAYS = 14;
const DAY = 24 * 60 * 60_000;

/** Looks at the site as visitors reach it: by its name, through the proxy. */
export async function checkSite({
  siteUrl,
  trustProxy,
}: {
  siteUrl: string;
  trustProxy: number;
}): Promise<Finding[]> {
  const { protocol, hostname } = new URL(siteUrl);
  const findings = [
    isLoopback(hostname)
      ? must(`${siteUrl} opens on this machine only: set SITE_URL to the site's public name.`)
      : null,
    await checkReady(siteUrl),
  ];
  if (protocol === 'https:') {
    findings.push(await checkCertificate(siteUrl), await checkRedirect(siteUrl));
    if (trustProxy === 0) findings.push(must(NO_PROXY));
  }
  return findings.filter((finding) => finding !== null);
}

const NO_PROXY =
  'TRUST_PROXY is 0, so all visitors count as one, the proxy: set it to the number of proxies in front.';

async function checkReady(siteUrl: string): Promise<Finding | null> {
  const url = `${siteUrl}/api/ready`;
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) });
    const text = await answer.text();
    if (answer.ok && text.includes('"ok"')) return null;
    return must(`${url} answers ${answer.status}: start the server, and look at the proxy.`);
  } catch (error) {
    return must(`${url} does not answer (${reasonOf(error)}): look at DNS, firewall and proxy.`);
  }
}

/** What the certificate itself lacks: whether it is trusted, checkReady has found. */
function checkCertificate(siteUrl: string): Promise<Finding | null> {
  const { hostname, port } = new URL(siteUrl);
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: Number(port) || 443,
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
      timeout: TIMEOUT,
    });
    const end = (finding: Finding | null) => {
      socket.destroy();
      resolve(finding);
    };
    // checkReady has named what keeps it from answering.
    socket.once('error', () => end(null));
    socket.once('timeout', () => end(null));
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      const days = Math.floor((until.getTime() - Date.now()) / DAY);
      const text = `The certificate of ${hostname} ends in ${days} days: see why it is not renewed.`;
      end(days < LEAST_DAYS ? must(text) : null);
    });
  });
}

async function checkRedirect(siteUrl: string): Promise<Finding | null> {
  const { hostname, port } = new URL(siteUrl);
  // A site on another port has no plain one by its side.
  if (port !== '') return null;
  try {
    const options = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT) } as const;
    const { status, headers } = await fetch(`http://${hostname}/`, options);
    if (headers.get('Location')?.startsWith(`${siteUrl}/`)) return null;
    return must(
      `http://${hostname} answers ${status} and does not lead to ${siteUrl}: see deploy/.`,
    );
  } catch {
    return should(
      `http://${hostname} does not answer: open port 80, by which people type the name.`,
    );
  }
}

/** The cause of a failed fetch, in the words of the system. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error
    ? cause.message || String((cause as { code?: string }).code)
    : message;
}
