import { noteExport } from '#contract/exports.ts';
import { call } from '#pwa/api/call.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';

/**
 * Tells the server which lists were saved as files on this device. Two tabs may do it at once: each note has its
 * idempotency key. Throws what `call` throws.
 */
export async function sendExports(mirror: Mirror, signal: AbortSignal): Promise<void> {
  for (const { key, ...body } of await mirror.unsentExports.toArray()) {
    await call(noteExport, { body, key, sentFor: mirror.userId, signal });
    await mirror.unsentExports.delete(key);
  }
}
