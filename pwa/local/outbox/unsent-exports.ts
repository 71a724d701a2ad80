import type { Export } from '#contract/exports.ts';
import { newId } from '#contract/fields/ids.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { requestSend } from './send-request.ts';

/**
 * Notes on this device that a list is saved as a file, and has it told to the server's audit log. Throws what IndexedDB
 * throws: then the file must not be saved.
 */
export async function noteExport(mirror: Mirror, told: Export): Promise<void> {
  await mirror.unsentExports.put({ key: newId(), ...told });
  requestSend();
}
