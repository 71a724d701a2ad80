// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { campaignContext } from './campaign-context.ts';

beforeEach(() => sessionStorage.clear());

test('K-03 a campaign link tells its number and its words', () => {
  const search =
    '?campaign_id=7&utm_source=site&utm_medium=qr&utm_campaign=Gira%20Oto%C3%B1o&lang=es';
  expect(campaignContext(search)).toEqual({
    campaignId: 7,
    utmSource: 'site',
    utmMedium: 'qr',
    utmCampaign: 'Gira Otoño',
  });
});

test('K-04 a campaign_id that is no integer counts as none', () => {
  for (const id of ['x', '7.5', '-1', '0', '1e3', '99999999999', '']) {
    expect(campaignContext(`?campaign_id=${id}`)).toEqual({});
  }
});

test('K-05 words without a number count for themselves', () => {
  expect(campaignContext('?utm_source=newsletter')).toEqual({ utmSource: 'newsletter' });
});

test('Q-18 a campaign stands until the tab closes, and a newer one replaces it whole', () => {
  campaignContext('?campaign_id=7&utm_source=fair');
  expect(campaignContext('')).toEqual({ campaignId: 7, utmSource: 'fair' });
  expect(campaignContext('?lang=de')).toEqual({ campaignId: 7, utmSource: 'fair' });

  campaignContext('?campaign_id=9');
  expect(campaignContext('')).toEqual({ campaignId: 9 });
});

test('words that the server would refuse do not cost the visitor the inquiry', () => {
  expect(campaignContext('?utm_source=a%00b&utm_medium=qr')).toEqual({ utmMedium: 'qr' });
  expect(campaignContext(`?utm_source=${'x'.repeat(500)}`).utmSource).toHaveLength(300);
});

test('a browser that forbids storage still tells the campaign of the address', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No storage.', 'SecurityError');
  });
  expect(campaignContext('?campaign_id=7')).toEqual({ campaignId: 7 });
  vi.restoreAllMocks();
});
