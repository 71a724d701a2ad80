import { createHmac, hkdfSync } from 'node:crypto';
import { usernameKeyOf } from '#server/domain/accounts/users.ts';
import type { Actor } from '#server/domain/common/audit.ts';
import { networkOf } from '#server/http/transport/address.ts';
import type { Context } from '#server/http/transport/context.ts';

/** Names callers in the audit log: by their account, and by digests that need the key to be guessed. */
export class Actors {
  readonly #key: Buffer;

  /** @param secret the first session key; another one makes other digests */
  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'audit log', 32));
  }

  /** @param userId the account that acts; by default that of the session */
  of(ctx: Context, userId: number | null = ctx.state.session?.user.id ?? null): Actor {
    return {
      actor: userId === null ? 'visitor' : 'user',
      userId,
      place: this.#digest(`network\n${networkOf(ctx.ip)}`),
      requestId: ctx.state.requestId,
    };
  }

  nameOf(username: string): string {
    return this.#digest(`name\n${usernameKeyOf(username)}`);
  }

  #digest(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22);
  }
}
