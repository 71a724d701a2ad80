import { STATUSES } from '#contract/fields/vocabulary.ts';
import { type Incident, isCalm, MINUTE, silence } from './incident.ts';
import { aPlace, beginChange } from './people.ts';
import { addressOf } from './recorded.ts';
import type { World } from './world.ts';

/** What a backup is put back over: the devices know better, come one after the other, and admins decide meanwhile. */
export const givenBack: Incident = async (world) => {
  const { devices } = world;
  if (!devices.every((device) => isCalm(world, device))) return;
  const ends = devices.map(silence);
  await refresh(world);
  world.backUp();
  for (let n = 1 + world.dice(4); n > 0; n -= 1) await newer(world);
  if (world.chance(0.3)) world.backUp();
  // One phone does not hear of what comes now.
  const [stale] = world.some(devices, 1);
  if (stale && world.chance(0.5)) stale.network.weather = 'none';
  if (world.chance(0.5)) await newer(world);
  for (const device of devices) device.isMute = world.chance(0.4);
  await putBack(world);
  if (world.chance(0.3)) await putBack(world);
  for (const device of world.some(devices, devices.length)) {
    if (world.chance(0.5)) await eraseSomebody(world);
    device.network.weather = 'good';
    await refresh(world);
    if (world.chance(0.4)) await world.decideCopies('some');
    if (world.chance(0.3)) await newer(world);
    device.isMute = false;
    await refresh(world);
    await world.clock.pass(world.random() * MINUTE);
  }
  if (world.chance(0.5)) await world.decideCopies('some');
  for (const end of ends) end();
};

/** A backup, mostly the newest, replaces the database; some phones come later, and one perhaps never. */
async function putBack(world: World): Promise<void> {
  if (!world.server.isUp) return;
  const { backups, devices } = world;
  const backup = world.chance(0.6) ? backups.at(-1) : world.one(backups);
  if (backup === undefined) return;
  world.happens('server restored from a backup', `number ${backups.indexOf(backup) + 1}`);
  world.restore(backup);
  const away = world.one(devices);
  if (world.chance(0.3)) {
    for (const page of [...away.browser.pages]) page.kill();
    world.evict(away);
    away.browser.open();
  }
  for (const { network } of devices) if (world.chance(0.3)) network.weather = 'none';
  await world.clock.pass(500);
  world.queues();
  await world.startServer();
  await world.clock.pass(world.random() * 10_000);
  await refresh(world);
}

/** Something that only the phones know when a backup is put back. */
async function newer(world: World): Promise<void> {
  const luck = world.random();
  if (luck < 0.3) await world.visitor.write(world, null);
  else if (luck < 0.5) await eraseSomebody(world);
  else if (luck < 0.8) await newStatus(world);
  else {
    const place = aPlace(world);
    const begun = place && (await beginChange(world, place));
    if (begun) await world.reach(begun.kept);
  }
  await world.clock.pass(2_000);
  await refresh(world);
}

async function newStatus(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { page, office } = place;
  const read = await world.reach(page.commands.readNewest(office.mirror, 'applications', 50));
  if (!read || 'error' in read || read.value.length === 0) return;
  const { waiting: _, ...seen } = world.one(read.value);
  const change = { status: world.one(STATUSES), notes: `Known to phones ${world.dice(1e6)}` };
  await world.reach(page.commands.changeStatus(office.mirror, seen, change));
}

async function eraseSomebody(world: World): Promise<void> {
  const { applications, contacts } = world.recorded();
  if (applications.size < 4 || !world.server.isSound) return;
  const address = addressOf(world.one([...applications.values(), ...contacts.values()]));
  const how = world.chance(0.5) ? 'anonymise' : 'delete';
  if (!(await world.erase(address, how))) return;
  const fault = how === 'delete' ? 'record deleted elsewhere' : 'record anonymised elsewhere';
  world.happens(fault, address);
}

/** Phones with a signal read what is new. */
async function refresh(world: World): Promise<void> {
  for (const { office } of world.devices.flatMap((device) => device.offices())) {
    const lists = ['applications', 'contacts'] as const;
    office.engine.refresh(lists, { force: true }).catch(() => undefined);
  }
  await world.clock.pass(3_000);
}
