import { LEASE_SIZE, leaseCampaignIds } from '#contract/campaigns.ts';
import { newId } from '#contract/ids.ts';
import { ApiError } from '#pwa/api/api-error.ts';
import { call } from '#pwa/api/call.ts';
import { waitBeforeRetry } from '#pwa/lib/backoff.ts';
import { isOffline } from '#pwa/lib/connection.ts';
import { campaignIdsLeft, keepCampaignIds } from '#pwa/local/campaign-ids.ts';
import type { Mirror } from '#pwa/local/mirror.ts';
import { HOLD, withLeaderLock } from './leader-lock.ts';

/** With so few ids left the phone asks for more. */
const FEW = LEASE_SIZE / 2;
/** Retries by timer before it waits for the next call of `fill`. */
const TRIES = 5;

/**
 * Leases ids so that campaigns can be made on this phone without a network. A failed request is retried
 * with backoff; while offline the engine calls `fill` when the server is heard again.
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

  /** Asks if few ids are left; one request at a time. Never throws. */
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
    // Another tab may have asked while this one waited for the lock.
    if ((await campaignIdsLeft(mirror)) >= FEW) return;
    const how = { key: newId(), sentFor: mirror.userId, signal };
    const { ids } = await call(leaseCampaignIds, { ...how, body: { count: LEASE_SIZE } });
    await keepCampaignIds(mirror, ids);
  });
}
