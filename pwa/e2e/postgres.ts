import { findPostgres, startThrowawayPostgres } from '#prisma/throwaway-postgres.ts';

/** Starts the throwaway PostgreSQL server of the desktop journeys; answers how to stop it. */
export default function setup(): () => void {
  const bin = findPostgres();
  if (!bin)
    throw new Error('The journeys need the PostgreSQL programs: apt-get install postgresql.');
  const server = startThrowawayPostgres(bin);
  process.env.E2E_POSTGRES = server.url;
  return server.stop;
}
