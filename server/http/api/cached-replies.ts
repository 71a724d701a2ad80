import type { Db } from '#prisma/client.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import { type Encoding, encode, encodingFor } from '#server/http/transport/compress.ts';
import type { Context } from '#server/http/transport/context.ts';
import { LongList } from './long-list.ts';

/** Bytes of replies that are kept. */
const ROOM = 48 * 1_048_576;

/** A reply as JSON, and each compressed form that was asked for. */
interface CachedReply {
  tag: string;
  plain: Buffer;
  encoded: Map<Encoding, Promise<Buffer>>;
}

/**
 * Replies that depend only on their address and on the committed rows. Each is made once per revision
 * of the database and carries the revision as its ETag; a request with that ETag gets a 304. Rights
 * are checked before. A LongList is not kept.
 */
export class CachedReplies {
  readonly #db: Db;
  /** By address, least recently used first. */
  readonly #cached = new Map<string, CachedReply>();
  #size = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async send(ctx: Context, make: () => Promise<unknown>): Promise<void> {
    // Read before the rows: a reply that is newer than its tag is only made once more.
    const { revision, epoch, oldest } = await readReplicationState(this.#db);
    const tag = `W/"${epoch}.${revision}.${oldest}"`;
    ctx.set('ETag', tag);
    ctx.vary('Accept-Encoding');
    // Not `ctx.fresh`: a browser's fetch with this header adds `Cache-Control: no-cache`.
    if (ctx.get('If-None-Match') === tag) {
      ctx.status = 304;
      return;
    }
    const known = this.#find(ctx.url, tag);
    const reply = known ? null : await make();
    if (reply instanceof LongList) {
      await reply.send(ctx);
      return;
    }
    const cached = known ?? this.#keep(ctx.url, tag, reply);
    const encoding = encodingFor(ctx, cached.plain);
    ctx.status = 200;
    ctx.type = 'application/json; charset=utf-8';
    if (encoding === null) {
      ctx.body = cached.plain;
      return;
    }
    const encoded = cached.encoded.get(encoding) ?? encode(cached.plain, encoding);
    cached.encoded.set(encoding, encoded);
    ctx.set('Content-Encoding', encoding);
    ctx.body = await encoded;
  }

  #find(address: string, tag: string): CachedReply | undefined {
    const cached = this.#cached.get(address);
    if (!cached) return undefined;
    this.#cached.delete(address);
    if (cached.tag === tag) {
      this.#cached.set(address, cached);
      return cached;
    }
    this.#size -= cached.plain.length;
    return undefined;
  }

  #keep(address: string, tag: string, reply: unknown): CachedReply {
    const plain = Buffer.from(JSON.stringify(reply));
    const cached = { tag, plain, encoded: new Map<Encoding, Promise<Buffer>>() };
    this.#size += plain.length - (this.#cached.get(address)?.plain.length ?? 0);
    this.#cached.delete(address);
    this.#cached.set(address, cached);
    for (const [oldest, { plain: old }] of this.#cached) {
      if (this.#size <= ROOM) break;
      this.#cached.delete(oldest);
      this.#size -= old.length;
    }
    return cached;
  }
}
