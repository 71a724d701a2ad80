import type { SharedFault } from '#pwa/simulation/faults.ts';
import type { Incident } from '#pwa/simulation/incident.ts';
import type { Programs } from '#pwa/simulation/programs.ts';
import type { RunOptions } from '#pwa/simulation/run.ts';
import type { World } from '#pwa/simulation/world.ts';
import type { Databases } from './databases.ts';
import { TwoServers } from './two-servers.ts';

const MINUTE = 60_000;

/** What a world on PostgreSQL has instead of one server on SQLite. */
export function sharedWorld(
  program: Programs['server'],
  databases: Databases,
): Pick<RunOptions, 'serve' | 'more'> {
  let servers: TwoServers | null = null;
  return {
    serve: (world) => {
      servers = new TwoServers({
        program,
        databases,
        clock: () => world.clock,
        random: world.random,
        onDelivery: (delivery) => world.history.delivered(delivery),
        onStop: (process, at) => world.history.stopped(process, at),
      });
      return servers;
    },
    more: SHARED_INCIDENTS.map((happen) => async (world) => {
      if (servers) await happen(world, servers);
    }) satisfies Incident[],
  };
}

const SHARED_INCIDENTS: readonly ((world: World, servers: TwoServers) => Promise<void>)[] = [
  standStill,
  aWhile('one of two servers is slow', 2 * MINUTE, (world, server) => {
    server.lateness = 1_000 + world.random() * 30_000;
    return () => {
      server.lateness = 0;
    };
  }),
  aWhile('notifications between two servers are lost', 5 * MINUTE, (_, server) => {
    server.isDeaf = true;
    return () => {
      server.isDeaf = false;
    };
  }),
  aWhile('clock of one of two servers wrong', 5 * MINUTE, (world, server, servers) => {
    server.skew = (world.random() - 0.5) * 20 * MINUTE;
    servers.worstSkew = Math.max(servers.worstSkew, Math.abs(server.skew));
    return () => {
      server.skew = 0;
    };
  }),
];

async function standStill(world: World, servers: TwoServers): Promise<void> {
  // Often in the middle of what a device has just sent.
  await world.turns(world.dice(60));
  const paused = servers.pause();
  if (!paused) return;
  world.happens('one of two servers stands still, also in a transaction', paused.name);
  world.clock.after(world.random() * 2 * MINUTE, () => paused.end());
}

function aWhile(
  fault: SharedFault,
  longest: number,
  begin: (world: World, server: TwoServers['servers'][number], servers: TwoServers) => () => void,
) {
  return async (world: World, both: TwoServers) => {
    const server = world.one(both.servers);
    world.happens(fault, server.name);
    const end = begin(world, server, both);
    world.clock.after(world.random() * longest, end);
  };
}
