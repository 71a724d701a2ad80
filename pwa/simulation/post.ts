import type { MailContent, Mailer } from '#server/domain/reminders/send-mails.ts';
import type { PushService } from '#server/domain/reminders/send-reminders.ts';
import { Violation } from './violation.ts';

/** A turn of the server's jobs. One that failed may have sent what it could not note, and sends it again. */
export interface Turn {
  hasFailed: boolean;
}

interface Sent {
  turn: Turn;
  mailId: string | null;
}

/** The mail server and the push services, which now and then refuse. Checks what reaches them. */
export class Post {
  /** What has left, by address, kind and moment. */
  readonly #sent = new Map<string, Sent>();
  /** The records that reminders have counted, by address and kind. */
  readonly #counted = new Map<string, { turn: Turn; count: number }[]>();
  readonly #random: () => number;
  /** The addresses of people who were erased. */
  readonly #erased: ReadonlySet<string>;
  /** Those whom a restored backup may have brought back. */
  #backAgain: ReadonlySet<string> = new Set();
  /** The most inquiries that there were. */
  #inquiries = 0;
  found: Violation | null = null;

  constructor(random: () => number, erased: ReadonlySet<string>) {
    this.#random = random;
    this.#erased = erased;
  }

  /** Forgets what a restored backup may not know: what was sent, and who was erased. */
  forget(): void {
    this.#backAgain = new Set(this.#erased);
    this.#sent.clear();
    this.#counted.clear();
  }

  /** The counts of reminders of new inquiries, by address: none is counted twice. */
  checkCounts(newest: number): void {
    this.#inquiries = Math.max(this.#inquiries, newest);
    const inquiries = this.#inquiries;
    for (const [name, counts] of this.#counted) {
      const told = counts.filter(({ turn }) => !turn.hasFailed);
      const sum = told.reduce((all, { count }) => all + count, 0);
      if (sum > inquiries) this.#find(`${name} was reminded of ${sum} of ${inquiries} inquiries.`);
    }
    if (this.found) throw this.found;
  }

  mailer(turn: Turn): Mailer {
    return {
      deliver: async ({ id, address, content }) => {
        const isErased = this.#erased.has(address) && !this.#backAgain.has(address);
        if (isErased) this.#find(`A mail went to ${address}, who was erased.`);
        const luck = this.#random();
        if (luck < 0.15) return refused('unreachable', luck < 0.02);
        this.#note(`${address} ${whatOf(content, id)}`, { turn, mailId: id });
        if (content.kind === 'reminder')
          this.#count(`${address} ${content.reminder}`, turn, content);
        return { outcome: 'sent' };
      },
    };
  }

  push(turn: Turn): PushService {
    return {
      publicKey: '',
      deliver: async ({ endpoint }, { kind, count, id }) => {
        if (this.#random() < 0.15) return { outcome: 'failed', reason: 'busy' };
        if (id !== null) this.#note(`${endpoint} ${kind} ${id}`, { turn, mailId: null });
        if (kind !== 'test') this.#count(`${endpoint} ${kind}`, turn, { count });
        return { outcome: 'sent' };
      },
    };
  }

  #note(what: string, sent: Sent): void {
    const before = this.#sent.get(what);
    const isAgain = before?.turn.hasFailed && before.mailId === sent.mailId;
    if (before && !isAgain) this.#find(`"${what}" was sent twice.`);
    this.#sent.set(what, sent);
  }

  #count(name: string, turn: Turn, { count }: { count: number }): void {
    if (!name.endsWith(' inquiry')) return;
    this.#counted.set(name, [...(this.#counted.get(name) ?? []), { turn, count }]);
  }

  #find(what: string): void {
    this.found ??= new Violation(what);
  }
}

/** What a mail says, so that a second one of the same is told from another one. */
function whatOf(content: MailContent, mailId: string): string {
  if (content.kind === 'confirmation') return `confirmation ${content.receivedAt.toISOString()}`;
  if (content.kind !== 'reminder') return content.kind;
  // One that counts several records does not name them.
  return `${content.reminder} ${content.id ?? mailId}`;
}

function refused(failure: 'unreachable', isFinal: boolean) {
  return { outcome: 'failed' as const, isFinal, failure, answer: null };
}
