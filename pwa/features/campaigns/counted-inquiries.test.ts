import { expect, test } from 'vitest';
import type { ContactRow } from '#pwa/local/database/rows.ts';
import { countByCampaign } from './counted-inquiries.ts';

test('spam counts for no campaign, as in the figures; what is archived counts', () => {
  const rows = [
    { campaignId: 1, state: 'new' },
    { campaignId: 1, state: 'archived' },
    { campaignId: 1, state: 'spam' },
    { campaignId: 2, state: 'spam' },
    { campaignId: null, state: 'new' },
  ] as ContactRow[];
  expect([...countByCampaign(rows)]).toEqual([[1, 2]]);
});
