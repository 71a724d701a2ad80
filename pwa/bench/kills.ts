import type { Agency } from '#pwa/e2e/agency.ts';
import { openAgency } from '#pwa/e2e/agency.ts';
import { notesOf } from '#pwa/e2e/queue.ts';
import { anApplication } from '#pwa/e2e/server-records.ts';
import type { Store } from './chromium.ts';
import { surviveActs } from './killed-acts.ts';
import { type BrowserName, startPhone } from './killed-phones.ts';
import type { Figure } from './measure.ts';

/** Changes; the browser was killed after each one. */
export interface Survived {
  /** Reported as saved by the screen, in order. */
  saved: string[];
  /** Those that a later start did not show. */
  missing: string[];
  /** In the server's history once the network is back, in order. */
  arrived: (string | null)[];
}

/**
 * Makes a change offline and kills the browser as soon as the screen reports it as saved, many times on
 * one profile. Then goes online.
 */
export async function surviveKills(
  agency: Agency,
  kills: number,
  browser: BrowserName = 'chromium',
): Promise<Survived> {
  const application = await anApplication(agency);
  const saved: string[] = [];
  const missing = new Set<string>();
  const phone = await startPhone(browser, agency, application);
  const lookFor = async (notes: string[]) => {
    for (const note of notes) if (!(await phone.shows(note))) missing.add(note);
  };
  try {
    agency.tunnel.enter('drop');
    await phone.restart('close');
    while (saved.length < kills) {
      const note = `Before kill ${saved.length}.`;
      await phone.save(note);
      await phone.restart('kill');
      saved.push(note);
      await lookFor(saved);
    }
    agency.tunnel.enter('open');
    await phone.lookAgain();
    const arrived = await arrivedWithin(30_000, () => notesOf(agency, application.id), kills);
    return { saved, missing: [...missing], arrived };
  } finally {
    await phone.discard();
  }
}

/**
 * `npm run bench -- kills --kills=100`: how many of so many kills of each browser lost a saved change; of Chromium on
 * each of the stores of IndexedDB, in turn after the acts of `killed-acts.ts`.
 */
export async function benchKills(
  kills: number,
  browsers: BrowserName[],
  stores: readonly Store[],
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const browser of browsers) {
    if (browser !== 'chromium') figures.push(...(await benchBrowser(kills, browser)));
    else for (const store of stores) figures.push(await benchChromium(kills, store));
  }
  return figures;
}

async function benchChromium(kills: number, store: Store): Promise<Figure> {
  const agency = await openAgency('sqlite');
  try {
    const lost = await surviveActs(agency, kills, store);
    for (const each of lost) console.error(`${store}: ${each}`);
    return {
      what: `SIGKILLs of chromium on ${store} after which a saved act was gone or arrived twice`,
      value: `${lost.length} of ${kills}`,
      goal: '0',
      met: lost.length === 0,
    };
  } finally {
    await agency.close();
  }
}

async function benchBrowser(
  kills: number,
  browser: Exclude<BrowserName, 'chromium'>,
): Promise<Figure[]> {
  const agency = await openAgency('sqlite');
  try {
    const { saved, missing, arrived } = await surviveKills(agency, kills, browser);
    const twice = arrived.length - new Set(arrived).size;
    const lost = saved.filter((note) => missing.includes(note) || !arrived.includes(note)).length;
    return [
      {
        what: `SIGKILLs of ${browser} after which a saved change was gone`,
        value: `${lost} of ${kills}`,
        goal: '0',
        met: lost === 0,
      },
      {
        what: `changes that arrived twice from ${browser}`,
        value: `${twice}`,
        goal: '0',
        met: twice === 0,
      },
    ];
  } finally {
    await agency.close();
  }
}

async function arrivedWithin<T>(
  limit: number,
  read: () => Promise<T[]>,
  count: number,
): Promise<T[]> {
  const end = Date.now() + limit;
  for (;;) {
    const arrived = await read();
    if (arrived.length >= count || Date.now() > end) return arrived;
    await new Promise((later) => setTimeout(later, 200));
  }
}
