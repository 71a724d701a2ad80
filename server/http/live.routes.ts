import type { AgentAccess } from '#contract/access.ts';
import { LIVE_PATH } from '#contract/live.ts';
import type { Bell } from '#prisma/bell.ts';
import type { Db } from '#prisma/client.ts';
import { readReplicationState } from '#server/domain/revision.ts';
import { findSessions } from '#server/domain/sessions.ts';
import { admit, mayEnter } from './admission.ts';
import type { ApiRouter } from './context.ts';
import { EVENTS } from './listen.ts';
import { LiveStreams } from './live.ts';

/** Serves the stream of contract/live.ts. */
export function liveRoutes(
  router: ApiRouter,
  { db, bell, agentAccess }: { db: Db; bell: Bell; agentAccess: AgentAccess },
): void {
  const streams = new LiveStreams({
    bell,
    read: async () => {
      const { revision, epoch } = await readReplicationState(db);
      return { revision, epoch };
    },
    admitted: async (ids) => {
      const sessions = await findSessions(db, ids, new Date());
      const staying = sessions.filter(({ user }) => mayEnter(user, 'dashboard', agentAccess));
      return new Set(staying.map(({ id }) => id));
    },
  });

  router.register(LIVE_PATH, ['GET'], async (ctx) => {
    admit(ctx, 'dashboard', agentAccess);
    const { session } = ctx.state;
    if (!session) return;
    ctx.type = EVENTS;
    ctx.set('X-Accel-Buffering', 'no');
    if (ctx.method === 'HEAD') return;
    // A stream is silent for long, and that is right (design: D11).
    ctx.req.socket.setTimeout(0);
    ctx.set('Connection', 'close');
    ctx.body = await streams.open(session.id);
  });
}
