import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  to: string;
  from: string;
  messageId: string;
  subject: string;
  headers: Record<string, string>;
  text: string;
}

/** A mail server of a test. */
export interface MailReceiver {
  /** For SMTP_URL. */
  url: string;
  received: ReceivedMail[];
  /** What it answers to a recipient from now on, such as 451; null takes every mail. */
  refusal: { code: number; message: string } | null;
  /** From now on the connection ends after the text, without an answer. The mail has arrived. */
  diesAfterData: boolean;
  /** Resolves when so many mails have arrived. */
  until(count: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

/** @param user with its password, whom it lets in; anybody without one */
export async function openMailReceiver(
  user?: { name: string; password: string },
  port = 0,
): Promise<MailReceiver> {
  const watchers = new Set<() => void>();
  const server = new SMTPServer({
    logger: false,
    disabledCommands: user ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !user,
    onAuth({ username, password }, _session, done) {
      const isRight = username === user?.name && password === user?.password;
      done(isRight ? null : smtpError(535, 'Wrong password'), { user: username });
    },
    onRcptTo(_address, _session, done) {
      const { refusal } = receiver;
      done(refusal && smtpError(refusal.code, refusal.message));
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const [to] = session.envelope.rcptTo;
      receiver.received.push({
        to: to?.address ?? '',
        ...parsed(Buffer.concat(chunks).toString()),
      });
      for (const look of watchers) look();
      if (!receiver.diesAfterData) done();
      else for (const { _socket } of server.connections) _socket.destroy();
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const credentials = user ? `${user.name}:${encodeURIComponent(user.password)}@` : '';
  const receiver: MailReceiver = {
    url: `smtp://${credentials}127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    refusal: null,
    diesAfterData: false,
    until: (count) =>
      new Promise((resolve) => {
        const look = () => receiver.received.length >= count && resolve(receiver.received);
        watchers.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return receiver;
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function parsed(raw: string): Omit<ReceivedMail, 'to'> {
  const at = raw.indexOf('\r\n\r\n');
  const head = raw.slice(0, at).replace(/\r\n[ \t]+/g, ' ');
  const headers = Object.fromEntries(
    head.split('\r\n').map((line) => {
      const [name = '', ...rest] = line.split(': ');
      return [name.toLowerCase(), wordsOf(rest.join(': '))];
    }),
  );
  const { subject = '', from = '', 'message-id': messageId = '' } = headers;
  return { headers, subject, from, messageId, text: bodyOf(raw.slice(at + 4), headers) };
}

/** RFC 2047. */
function wordsOf(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, way: string, word: string) =>
      way.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : unquoted(word.replaceAll('_', ' ')),
    );
}

function bodyOf(body: string, headers: Record<string, string>): string {
  const encoding = headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  const lines = body.replaceAll('\r\n', '\n');
  return encoding === 'quoted-printable' ? unquoted(lines.replaceAll('=\n', '')) : lines;
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}
