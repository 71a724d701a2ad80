import { expect, test } from 'vitest';
import type { OutboxEntry } from '#pwa/local/database/outbox-entry.ts';
import { anApplication } from '#pwa/test/fake-server.ts';
import { definitionOf } from './registry.ts';

const CAMPAIGN = { name: 'Cup', utmSource: 'poster', defaultLanguage: 'en', active: true };

test.each([
  [
    'campaign-edited',
    CAMPAIGN,
    { name: 'Final' },
    'sync.change.campaignEdit (campaigns.form.name)',
  ],
  [
    'campaign-edited',
    CAMPAIGN,
    { defaultLanguage: 'de', active: false },
    'sync.change.campaignEdit (campaigns.form.defaultLanguage, campaigns.form.active)',
  ],
  ['campaign-edited', CAMPAIGN, { active: false }, 'sync.change.campaignDeactivate'],
  ['campaign-edited', CAMPAIGN, {}, 'sync.change.campaignEdit'],
  [
    'application-edited',
    anApplication(),
    { currentClub: 'Elche' },
    'sync.change.edit (applicationForm.currentClub)',
  ],
])('W-12 a waiting edit, %s, names the fields that it changes', (type, seen, changes, words) => {
  const entry = { type, seen, body: { ...seen, ...changes } } as unknown as OutboxEntry;
  expect(definitionOf(entry).describe(entry, (text) => text)).toBe(words);
});
