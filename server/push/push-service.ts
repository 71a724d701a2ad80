import { createECDH } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type RequestOptions as HttpsOptions, request } from 'node:https';
import { isIP } from 'node:net';
import type { RequestDetails, RequestOptions } from 'web-push';
import type { Delivery, PushService } from '#server/domain/reminders/send-reminders.ts';
import { lookUpPublic } from './look-up-public.ts';

/** In milliseconds, for the whole call. */
const TIMEOUT = 10_000;
/** How long a push service keeps a message for a device without a signal, in seconds: a day. */
const KEPT = 24 * 60 * 60;
/** All messages have this length in bytes, so that the length does not reveal the kind. */
const LENGTH = 160;

interface PushSettings {
  siteUrl: string;
  contactEmail: string;
  /** `local`: services on this machine, too. For tests. */
  pushServices: 'public' | 'local';
}

/**
 * Hands messages to the push services, encrypted for the device (RFC 8291). The addresses come from the devices: only
 * https is called, only public addresses, no redirect is followed, and of an answer only status and `Retry-After` are
 * read.
 *
 * @param tls for tests: whose certificates count
 */
export function openPushService(
  privateKey: string,
  { siteUrl, contactEmail, pushServices }: PushSettings,
  tls: Pick<HttpsOptions, 'ca'> = {},
): PushService {
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey, 'base64url');
  const publicKey = curve.getPublicKey('base64url');
  // The standard wants https or mailto.
  const subject = siteUrl.startsWith('https:') ? siteUrl : `mailto:${contactEmail}`;
  const options: RequestOptions = {
    vapidDetails: { subject, publicKey, privateKey },
    TTL: KEPT,
    urgency: 'normal',
  };
  const isGuarded = pushServices === 'public';
  const connection: HttpsOptions = { ...tls, ...(isGuarded && { lookup: lookUpPublic }) };

  return {
    publicKey,
    async deliver(subscription, reminder) {
      // Imported here: the start need not wait for it.
      const { default: webPush } = await import('web-push');
      const message = JSON.stringify(reminder).padEnd(LENGTH);
      let details: RequestDetails;
      try {
        details = webPush.generateRequestDetails(subscription, message, options);
      } catch {
        // Keys that are no keys of the curve.
        return { outcome: 'gone' };
      }
      // An address without a name is never looked up.
      const { hostname } = new URL(details.endpoint);
      if (isGuarded && isIP(hostname.replace(/^\[|\]$/g, ''))) return { outcome: 'gone' };
      try {
        return deliveryOf(await post(details, connection));
      } catch (error) {
        // A name of the inner network is answered like an unknown one: the caller cannot tell which names are there.
        return { outcome: 'failed', reason: nameOf(error) };
      }
    },
  };
}

function post(
  { endpoint, method, headers, body }: RequestDetails,
  connection: HttpsOptions,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT);
    const options = { ...connection, method, headers, signal, agent: false };
    request(endpoint, options as HttpsOptions, (answer) => {
      answer.destroy();
      resolve(answer);
    })
      .on('error', reject)
      .end(body);
  });
}

function deliveryOf({ statusCode = 0, headers }: IncomingMessage): Delivery {
  if (statusCode >= 200 && statusCode < 300) return { outcome: 'sent' };
  // 401 and 403: the device has subscribed with another key of this server.
  if ([401, 403, 404, 410].includes(statusCode)) return { outcome: 'gone' };
  const retryAfter = millisecondsOf(headers['retry-after']);
  return { outcome: 'failed', reason: String(statusCode), ...(retryAfter && { retryAfter }) };
}

/** `Retry-After` in seconds or as a date; 0 for neither. */
function millisecondsOf(retryAfter = ''): number {
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter) * 1_000;
  return Math.max(0, Date.parse(retryAfter) - Date.now()) || 0;
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? String(error.code) : error.name;
}
