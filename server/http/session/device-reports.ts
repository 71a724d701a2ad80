import { IDEMPOTENCY_KEY, SENT_FOR, UNSENT } from '#contract/endpoint.ts';
import type { BatchAnswer } from '#contract/sync.ts';
import { updateRows } from '#prisma/bulk.ts';
import type { Db } from '#prisma/client.ts';
import type { Context, Middleware } from '#server/http/transport/context.ts';

/** How long reports are gathered before they are written together, in milliseconds. */
const GATHERED_FOR = 20_000;
/** A report that says nothing new is written at most this often, in milliseconds. */
const NEWS_AFTER = 5 * 60_000;

interface Report {
  syncedAt: Date;
  unsent: number;
}

/**
 * What devices report when they sync: that they did, and how many changes are left on them. The reports
 * are gathered, because a read should not write; a crash loses the last 20 s.
 */
export class DeviceReports {
  readonly #db: Db;
  #gathered = new Map<string, Report>();
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Notes the report of a request once it was answered. */
  readonly middleware: Middleware = async (ctx, next) => {
    await next();
    const { session } = ctx.state;
    if (!session || ctx.get(SENT_FOR) !== String(session.user.id)) return;
    const unsent = unsentAfter(ctx);
    const syncedAt = new Date();
    const age = syncedAt.getTime() - (session.syncedAt?.getTime() ?? 0);
    if (unsent === null || (unsent === session.unsent && age < NEWS_AFTER)) return;
    this.#gathered.set(session.id, { syncedAt, unsent });
    this.#timer ??= setTimeout(() => void this.write().catch(() => undefined), GATHERED_FOR);
    this.#timer.unref();
  };

  /** Writes the gathered reports. Throws if the database does not take them; then they are dropped. */
  async write(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = [...this.#gathered].map(([id, report]) => ({ id, ...report }));
    this.#gathered = new Map();
    await updateRows(this.#db, 'Session', COLUMNS, rows);
  }
}

const COLUMNS = { id: 'text', syncedAt: 'instant', unsent: 'integer' } as const;

/** The reported number without the changes that this request has brought; null for no report. */
function unsentAfter(ctx: Context): number | null {
  const header = ctx.get(UNSENT);
  if (!/^\d{1,6}$/.test(header)) return null;
  return Math.max(0, Number(header) - acceptedBy(ctx));
}

function acceptedBy(ctx: Context): number {
  if (ctx.status >= 300) return 0;
  const { answers } = (ctx.body ?? {}) as { answers?: BatchAnswer[] };
  if (answers) return answers.filter((answer) => answer.status < 300).length;
  return ctx.get(IDEMPOTENCY_KEY) === '' ? 0 : 1;
}
