import { createTransport } from 'nodemailer';
import type { MailFailure } from '#contract/mails.ts';
import type { MailDelivery, Mailer } from '#server/domain/reminders/send-mails.ts';
import { isLoopback } from '#server/http/transport/hosts.ts';
import { siteNameIn, textOf } from './mail-texts.ts';

/** In milliseconds: for the connection, the greeting, and each answer. */
const TIMEOUT = 15_000;
/** The longest answer of a mail server that is kept, in characters. */
const ANSWER = 300;

interface MailSettings {
  smtpUrl: string;
  siteUrl: string;
  /** Where nothing else was published. */
  contactEmail: string;
  contactPhone: string;
  /** The sender's address; the contact's if null. */
  mailFrom: string | null;
}

/**
 * Hands mails to the mail server of SMTP_URL, each by a connection of its own. A password goes by TLS only, except to
 * this machine.
 */
export function openMailer({ smtpUrl, mailFrom, ...settings }: MailSettings): Mailer {
  const { hostname: site } = new URL(settings.siteUrl);
  const transport = openTransport(smtpUrl, site);
  return {
    async deliver({ id, address, content, site: published }) {
      const replyTo = published.email || settings.contactEmail;
      const siteName = published.name || siteNameIn(content.language);
      const contactPhone = published.phone || settings.contactPhone;
      try {
        await transport.sendMail({
          messageId: `<${id}@${site}>`,
          from: { name: siteName, address: mailFrom ?? settings.contactEmail },
          replyTo,
          // An object: a text could name several addresses.
          to: { name: '', address },
          ...textOf(content, { ...settings, siteName, contactPhone, contactEmail: replyTo }),
          // No automatic reply, please (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { outcome: 'sent' };
      } catch (error) {
        return failedDelivery(error as SmtpError);
      }
    },
  };
}

/** Signs in to the mail server and sends nothing. Why it refuses, or null. */
export async function probeMailServer({ smtpUrl, siteUrl }: MailSettings): Promise<string | null> {
  try {
    await openTransport(smtpUrl, new URL(siteUrl).hostname).verify();
    return null;
  } catch (error) {
    return failureOf(error as SmtpError);
  }
}

function openTransport(smtpUrl: string, site: string) {
  return createTransport({
    ...optionsOf(new URL(smtpUrl)),
    name: site,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function optionsOf({ protocol, hostname, port, username, password }: URL) {
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && user !== '' && !isLoopback(host),
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(password) } }),
  };
}

/** An error of nodemailer. */
interface SmtpError {
  code?: string;
  /** The command that failed, such as `RCPT TO`. */
  command?: string;
  /** What the mail server said, with its number. */
  response?: string;
  responseCode?: number;
}

function failedDelivery(error: SmtpError): MailDelivery {
  const failure = failureOf(error);
  const answer = error.response?.slice(0, ANSWER) ?? null;
  return { outcome: 'failed', isFinal: failure === 'refused', failure, answer };
}

function failureOf({ code = '', command = '', responseCode = 0 }: SmtpError): MailFailure {
  if (code === 'EAUTH') return 'sign-in';
  if (code === 'ETLS' || /CERT|SSL|TLS/.test(code)) return 'encryption';
  if (responseCode >= 500) {
    if (command === 'MAIL FROM') return 'sender';
    return /^(RCPT TO|DATA)/.test(command) ? 'refused' : 'other';
  }
  if (responseCode >= 400) return 'later';
  return /^E(CONN|TIMEDOUT|DNS|SOCKET|HOST|NET|PIPE)/.test(code) ? 'unreachable' : 'other';
}
