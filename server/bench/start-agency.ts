import { login } from '#contract/auth.ts';
import { Client } from '#server/test/client.ts';
import { type Measured, startMeasured } from './measured.ts';

const CREDENTIALS = { username: 'marta', password: 'tunnel-vision-9' };

/** Starts the built server on a database and signs its admin in. Stop `server` afterwards. */
export async function startAgency(url: string): Promise<{ server: Measured; admin: Client }> {
  const server = await startMeasured(['dist/server/main.js'], {
    PORT: '0',
    DATABASE_URL: url,
    SESSION_KEYS: 'only-for-benchmarks-only-for-benchmarks-01',
    RATE_LIMITS: 'off',
    BACKUPS: 'off',
    ADMIN_USERNAME: CREDENTIALS.username,
    ADMIN_PASSWORD: CREDENTIALS.password,
  });
  const admin = new Client(server.origin);
  try {
    await admin.call(login, { body: CREDENTIALS });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { server, admin };
}
