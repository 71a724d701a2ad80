import { login } from '#contract/auth.ts';
import { Client } from '#server/test/client.ts';
import { type Measured, startMeasured } from './measured.ts';

export const CREDENTIALS = { username: 'marta', password: 'tunnel-vision-9' };

/** A measured server of the product. */
export interface Agency {
  server: Measured;
  /** The admin, signed in. */
  admin: Client;
  /** Signs the admin in on another device. */
  signIn: () => Promise<Client>;
}

/** Starts the built server on a database, with these settings beside its own. Stop `server` afterwards. */
export async function startAgency(
  url: string,
  settings: Record<string, string> = {},
): Promise<Agency> {
  const server = await startMeasured(['dist/server/main.js'], {
    // As in the unit (server/deploy).
    MALLOC_ARENA_MAX: '2',
    PORT: '0',
    DATABASE_URL: url,
    SESSION_KEYS: 'only-for-benchmarks-only-for-benchmarks-01',
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
    ...settings,
  });
  const signIn = async () => {
    const device = new Client(server.origin);
    await device.call(login, { body: CREDENTIALS });
    return device;
  };
  try {
    return { server, admin: await signIn(), signIn };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
