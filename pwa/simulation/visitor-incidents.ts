import { BLANK_CAMPAIGN } from '#contract/campaigns.ts';
import { CONTACT_STATES } from '#contract/fields/vocabulary.ts';
import { type Incident, killAll, MINUTE } from './incident.ts';
import { aPlace } from './people.ts';
import { type Arrived, exitText } from './visitors.ts';
import type { World } from './world.ts';

/** What visitors do, on a phone of their own or at a stand. */
export const VISITOR_INCIDENTS: readonly Incident[] = [
  visit,
  writeWithoutSignal,
  fullVisitor,
  scanFiveTimes,
  scanBeforeArrival,
  changeMessage,
  sendAnotherWay,
  correctTwice,
  withdrawMeanwhile,
];

/** A visitor opens the public page, with or without a campaign link, and may send an inquiry. */
async function visit(world: World): Promise<void> {
  const { visitor } = world;
  const campaignId = aCampaign(world);
  if (campaignId !== null && world.chance(0.7)) await visitor.scan(world, campaignId);
  if (world.chance(0.5)) await visitor.write(world, world.chance(0.5) ? campaignId : null);
  if (world.chance(0.3)) for (const page of [...visitor.browser.pages]) page.close();
  await exit(world);
}

/**
 * A visitor corrects or withdraws an inquiry by its private link, while a device without a signal has changed that
 * inquiry, or is about to.
 */
export async function exit(world: World): Promise<void> {
  const arrived = await anArrived(world);
  const place = aPlace(world);
  if (!arrived || !place) return;
  const { page, office, device } = place;
  const { weather } = device.network;
  await world.reach(office.engine.refresh(['contacts'], { force: true }));
  const read = await world.reach(
    page.commands.readRow(office.mirror, 'contacts', Number(arrived.row.id)),
  );
  const { waiting: _, ...seen } = (read && 'value' in read && read.value) || {};
  const say = async () => {
    if (!('id' in seen)) return;
    const { changeContactState } = page.commands;
    await world.reach(changeContactState(office.mirror, seen, world.one(CONTACT_STATES)));
  };
  if (world.chance(0.5)) {
    await say();
    await world.clock.pass(world.random() * 2_000);
  }
  device.network.weather = 'none';
  await say();
  if (world.chance(0.5)) {
    if (await world.visitor.correct(world, arrived.owed)) {
      world.happens('inquiry corrected by its private link', `contact ${arrived.row.id}`);
    }
  } else if (await world.withdraw(arrived)) {
    world.happens('inquiry withdrawn by its private link', `contact ${arrived.row.id}`);
  }
  device.network.weather = weather;
}

/** An inquiry that has arrived; if there is none, a visitor writes one. */
async function anArrived(world: World): Promise<Arrived | null> {
  const { visitor, clock } = world;
  const { network, browser } = visitor;
  const arrived = visitor.anArrived(world);
  if (arrived || network.weather !== 'good' || browser.isFull) return arrived;
  await visitor.write(world, null);
  await clock.pass(5_000);
  return visitor.anArrived(world);
}

async function writeWithoutSignal(world: World): Promise<void> {
  if (world.chance(0.6)) return writeAtStand(world);
  const { visitor, clock } = world;
  visitor.network.weather = 'none';
  await visitor.write(world, aCampaign(world));
  await clock.pass(world.random() * 3_000);
  for (const page of [...visitor.browser.pages]) {
    if (world.chance(0.5)) page.close();
    else page.kill();
  }
  world.happens('visitor writes without a signal and closes the page');
  clock.after(world.random() * MINUTE, () => {
    visitor.network.weather = 'good';
    if (visitor.browser.pages.length === 0) visitor.browser.open('public');
  });
}

/** A visitor changes a message that waits, or whose answer was lost; it may arrive before the change is sent. */
async function changeMessage(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { network, browser } = visitor;
  if (network.weather !== 'good' || browser.isFull) return;
  const loseAnswer = () => {
    network.nextWrite = 'answer lost after the commit';
  };
  if (world.chance(0.5)) loseAnswer();
  else network.weather = 'none';
  const owed = await visitor.write(world, aCampaign(world));
  for (let left = 1 + world.dice(2); owed && left > 0; left -= 1) {
    await clock.pass(world.random() * 3_000);
    if (world.chance(0.5)) {
      network.weather = 'good';
      await clock.pass(world.random() * 10_000);
      if (world.chance(0.5)) loseAnswer();
    }
    if (world.chance(0.2)) for (const page of [...browser.pages]) page.kill();
    await visitor.change(world, owed);
    world.happens('visitor changes a message that waits or has arrived meanwhile');
  }
  clock.after(world.random() * MINUTE, () => {
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  });
}

/** The message of a visitor without a signal comes by another way, and is added before it arrives or after it. */
async function sendAnotherWay(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { network, browser } = visitor;
  const place = aPlace(world);
  if (!place || network.weather !== 'good' || browser.isFull) return;
  network.weather = 'none';
  const owed = await visitor.write(world, aCampaign(world));
  const findSignal = () => {
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  };
  if (world.chance(0.5)) findSignal();
  await clock.pass(world.random() * 10_000);
  const { device, page } = place;
  if (owed && page.isAlive) {
    world.stands.get(device)?.add(world, exitText(owed), page);
    world.happens('message of a visitor added that came by another way', device.name);
  }
  clock.after(world.random() * MINUTE, findSignal);
}

/** A visitor corrects an inquiry twice while the phone has no signal, or a bad one. */
async function correctTwice(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { network, browser } = visitor;
  const arrived = visitor.anArrived(world);
  if (!arrived || network.weather !== 'good' || browser.isFull) return;
  if (arrived.owed.messages.length > 6) return;
  network.weather = world.one(['none', 'slow', 'good'] as const);
  if (network.weather === 'good') network.nextWrite = 'requests overtake each other';
  for (const isLast of [false, true]) {
    await visitor.correctLater(world, arrived.owed);
    if (!isLast && world.chance(0.5)) browser.open('public');
    if (!isLast && world.chance(0.3)) await clock.pass(world.random() * 1_000);
  }
  world.happens('inquiry corrected twice without a signal', `contact ${arrived.row.id}`);
  if (world.chance(0.3)) for (const page of [...browser.pages]) page.close();
  clock.after(world.random() * MINUTE, () => {
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  });
}

/** The same right after the inquiry was sent. */
export async function correctSoon(world: World): Promise<void> {
  const { visitor, clock } = world;
  if (visitor.network.weather !== 'good' || visitor.browser.isFull) return;
  await visitor.write(world, null);
  await clock.pass(5_000);
  await correctTwice(world);
}

/** A visitor takes an inquiry back; a copy of its message is on a device of the office, and arrives later. */
export async function withdrawMeanwhile(world: World): Promise<void> {
  const arrived = await anArrived(world);
  const place = aPlace(world);
  if (!arrived || !place || place.device.network.weather !== 'good') return;
  const { device, page } = place;
  device.network.weather = 'none';
  world.stands.get(device)?.add(world, exitText(arrived.owed), page);
  await world.clock.pass(1_000);
  if (await world.withdraw(arrived)) {
    world.happens('message of a visitor added that was withdrawn meanwhile', device.name);
  }
  device.network.weather = 'good';
}

/** A device is handed over at a stand without a signal, and then closed; its next page sends. */
async function writeAtStand(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place) return;
  const { device, page } = place;
  const { network, browser } = device;
  network.weather = 'none';
  page.visitor.keepSending();
  await world.stands.get(device)?.write(world, aCampaign(world), page);
  await world.clock.pass(world.random() * 3_000);
  world.happens('visitor writes at a stand without a signal', device.name);
  if (world.chance(0.7)) killAll(device);
  if (browser.pages.length === 0) browser.open();
  world.clock.after(world.random() * MINUTE, () => {
    network.weather = 'good';
  });
}

/** No room is left on a visitor's phone: the page holds what its disk refuses. */
async function fullVisitor(world: World): Promise<void> {
  const { visitor, clock } = world;
  const { browser, network } = visitor;
  const before = browser.refusedWrites;
  browser.isFull = true;
  if (world.chance(0.5)) network.weather = 'none';
  const campaignId = aCampaign(world);
  if (campaignId !== null && world.chance(0.5)) await visitor.scan(world, campaignId);
  else await visitor.write(world, null);
  if (browser.refusedWrites > before) world.happens('phone of a visitor full');
  if (world.chance(0.2)) for (const page of [...browser.pages]) page.close();
  clock.after(world.random() * MINUTE, () => {
    browser.isFull = false;
    network.weather = 'good';
    if (browser.pages.length === 0) browser.open('public');
  });
}

async function scanFiveTimes(world: World): Promise<void> {
  const campaignId = aCampaign(world);
  if (campaignId === null) return;
  world.happens('same code scanned five times in a row', `campaign ${campaignId}`);
  for (let at = 0; at < 5; at += 1) await world.visitor.scan(world, campaignId);
}

/** A campaign is made without a signal; its code is scanned before the campaign arrives. */
async function scanBeforeArrival(world: World): Promise<void> {
  const place = aPlace(world);
  if (!place?.office.user.areas.includes('admin') || place.device.network.weather !== 'good')
    return;
  const { page, office, device } = place;
  const n = world.dice(1e6);
  const draft = { ...BLANK_CAMPAIGN, name: `Campaign ${n}`, utmCampaign: `campaign-${n}` };
  device.network.weather = 'none';
  await world.reach(page.commands.createCampaign(office.mirror, draft));
  const campaignId = aCampaign(world);
  if (campaignId !== null) await world.visitor.scan(world, campaignId);
  device.network.weather = 'good';
}

/** A campaign whose code is printed somewhere: it may not have reached the server yet. */
function aCampaign(world: World): number | null {
  const known = [...world.recorded().campaigns.keys()];
  const coming = [...world.queues().values()].flatMap((entry) =>
    entry.type === 'campaign-created' && !known.includes(entry.body.id) ? entry.body.id : [],
  );
  const [first] = coming;
  if (first !== undefined && world.chance(0.7)) {
    world.happens('scan of a code whose campaign has not arrived', `campaign ${first}`);
    return first;
  }
  return known.length > 0 ? world.one(known) : null;
}
