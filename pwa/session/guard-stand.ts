import { emptyStaleCopies } from '#pwa/local/database/empty-stale.ts';
import { otherMirrors } from '#pwa/local/database/mirror-name.ts';
import { createSession } from './session.ts';
import { storedFarewell } from './stored-identity.ts';

/**
 * Sees to it that a device in a visitor's hands keeps no records that it must not have: asks the server, now and
 * whenever the network may be back, whether the device was reported lost or its account closed, and empties copies that
 * have not heard from the server for too long.
 *
 * @param onEnd called when the device has to give up its records
 */
export function guardStand(onEnd: () => void): void {
  const session = createSession();
  session.state.subscribe(() => {
    const reason = storedFarewell()?.reason;
    if (reason === 'lost' || reason === 'closed') onEnd();
  });
  session.start();
  otherMirrors([]).then(emptyStaleCopies).catch(console.error);
}
