import { LEASE_SIZE, leaseCampaignIds } from '#contract/campaigns.ts';
import { newId } from '#contract/ids.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { waitBeforeRetry } from '#pwa/lib/backoff.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { campaignIdsLeft, keepCampaignIds } from '#pwa/local/campaign-ids.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { withLeaderLock } from './leader-lock.ts';

/** When so few are left the phone asks for more. */
const FEW = LEASE_SIZE / 2;
/** How long a tab may keep others from asking, in milliseconds. */
const HOLD = 30_000;

/** Tries by itself, before it waits for the next occasion. */
const TRIES = 5;

/**
 * Sees to it that campaigns can be made on this phone without a signal: asks the server for ids when
 * few are left. What fails is tried again with growing waits; without a link it is the engine's
 * return to the server that asks again.
 */
export class CampaignIdSupply {
  readonly #mirror: Mirror;
  readonly #signal: AbortSignal;
  #asking: Promise<void> | null = null;
  #failures = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(mirror: Mirror, signal: AbortSignal) {
    this.#mirror = mirror;
    this.#signal = signal;
    signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  /** Asks now, when few are left; once at a time. Never throws. */
  fill(): void {
    clearTimeout(this.#timer);
    if (this.#signal.aborted) return;
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = null;
    });
  }

  async #ask(): Promise<void> {
    try {
      await leaseIfFew(this.#mirror, this.#signal);
      this.#failures = 0;
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status < 500 && error.status !== 429;
      if (isRefusal || isOffline() || this.#signal.aborted) return;
      this.#failures += 1;
      if (this.#failures > TRIES) this.#failures = 0;
      else this.#timer = setTimeout(() => this.fill(), waitBeforeRetry(this.#failures));
    }
  }
}

/** Throws what `call` throws. */
async function leaseIfFew(mirror: Mirror, outer: AbortSignal): Promise<void> {
  if ((await campaignIdsLeft(mirror)) >= FEW) return;
  await withLeaderLock(`agency-lease-${mirror.userId}`, outer, HOLD, async (signal) => {
    // While this tab waited for its turn, another one may have asked.
    if ((await campaignIdsLeft(mirror)) >= FEW) return;
    const how = { key: newId(), sentFor: mirror.userId, signal };
    const { ids } = await call(leaseCampaignIds, { ...how, body: { count: LEASE_SIZE } });
    await keepCampaignIds(mirror, ids);
  });
}
