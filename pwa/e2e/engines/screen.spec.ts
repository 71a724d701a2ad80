import { anApplication, uniqueMark } from '#pwa/e2e/server-records.ts';
import { logIn } from './back-office.ts';
import type { Device } from './device.ts';
import { expect, test } from './fixtures.ts';

test.use({ dark: true });

test('I-04 I-06 a chosen language stays; in the dark nothing is bright, and nothing wider than the phone', {
  tag: '@all',
}, async ({ phone, agency }) => {
  const { id, playerName } = await anApplication(agency, {
    playerName: `Anastasios ${uniqueMark()}`,
  });
  await logIn(phone, agency.admin);
  await phone.goto('/?lang=es');
  await suitsThePhone(phone, 'es');
  await phone.goto('/more');
  await phone.click({ css: 'button[lang=de]' });
  await phone.see({ css: 'html[lang=de] button[lang=de][aria-pressed=true]' });

  for (const path of ['/', '/dashboard', `/dashboard/applications/${id}`, '/admin/campaigns']) {
    await phone.goto(path);
    await phone.see(path.endsWith(id) ? { role: 'heading', name: playerName } : { css: 'h1' });
    await suitsThePhone(phone, 'de');
  }
});

async function suitsThePhone(phone: Device, language: string): Promise<void> {
  // A cached page in another language changes when its texts have come.
  await phone.until((wanted) => document.documentElement.lang === wanted, language);
  const look = await phone.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.body);
    const brightnessOf = (colour: string) =>
      Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
    return {
      language: document.documentElement.lang,
      width: innerWidth,
      widest: document.documentElement.scrollWidth,
      background: brightnessOf(backgroundColor),
      text: brightnessOf(color),
    };
  });
  expect(look).toMatchObject({ language, width: 390 });
  expect(look.widest).toBeLessThanOrEqual(390);
  expect(look.background).toBeLessThan(80);
  expect(look.text).toBeGreaterThan(180);
}
