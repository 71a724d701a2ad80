import { LIVE_PATH } from '#contract/live.ts';
import type { ChangeNotifier } from '#prisma/change-notifier.ts';
import type { Db } from '#prisma/client.ts';
import { findSessions } from '#server/domain/accounts/sessions.ts';
import { readReplicationState } from '#server/domain/replication/revision.ts';
import { type AccessRules, checkAccess, mayEnter } from '#server/http/api/access.ts';
import type { ApiRouter } from '#server/http/transport/context.ts';
import { EVENTS } from '#server/http/transport/headers.ts';
import { LiveStreams } from './live.ts';

/** Serves the stream of contract/live.ts. */
export function liveRoutes(
  router: ApiRouter,
  { db, notifier, rules }: { db: Db; notifier: ChangeNotifier; rules: AccessRules },
): void {
  const streams = new LiveStreams({
    notifier,
    read: async () => {
      const { revision, epoch } = await readReplicationState(db);
      return { revision, epoch };
    },
    admitted: async (listening) => {
      const sessions = await findSessions(db, listening, new Date());
      const staying = sessions.filter(({ user }) => mayEnter(user, 'dashboard', rules.agentAccess));
      return new Set(staying.map(({ cookie }) => cookie));
    },
  });

  router.register(LIVE_PATH, ['GET'], async (ctx) => {
    checkAccess(ctx, { access: 'dashboard' }, rules);
    const { session } = ctx.state;
    if (!session) return;
    ctx.type = EVENTS;
    ctx.set('X-Accel-Buffering', 'no');
    if (ctx.method === 'HEAD') return;
    // A stream may be silent for long.
    ctx.req.socket.setTimeout(0);
    ctx.set('Connection', 'close');
    ctx.body = await streams.open(session);
  });
}
