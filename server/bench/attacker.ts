/**
 * Attacks a server from a process of its own, until its parent says so: `attacker.ts <attack> <target as JSON>`.
 * Tells the parent when it is at its full strength, and in the end what the server did.
 */
import { ATTACKS, type AttackName, type Target } from '#server/test/attack.ts';

const [, , name = '', target = ''] = process.argv;
const attack = ATTACKS[name as AttackName](JSON.parse(target) as Target);
await attack.atFullStrength;
process.send?.('full strength');
process.once('message', async () => {
  const outcome = await attack.stop();
  process.send?.(outcome, () => process.exit(0));
});
