import { readFile } from 'node:fs/promises';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';

const FOLLOW_UP = '2030-03-09';

test('a follow-up goes to the calendar as a file without a signal, and by a private address of all', {
  tag: ['@phone', '@all'],
}, async ({ page, agency, tunnel, application }) => {
  const { id, playerName } = application;
  const body = { followUpOn: FOLLOW_UP, seen: { followUpOn: null } };
  await agency.api('PUT', `/api/applications/${id}/follow-up`, body);
  const add = page.getByRole('button', { name: 'Add to Calendar' });
  await expect(add).toBeVisible();
  tunnel.enter('drop');
  const [file] = await Promise.all([page.waitForEvent('download'), add.click()]);
  expect(file.suggestedFilename()).toBe(`follow-up-${FOLLOW_UP}.ics`);
  const text = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '');
  expect(text).toContain(`SUMMARY:Follow-up: ${playerName}\r\n`);
  expect(text).toContain('DTSTART;VALUE=DATE:20300309\r\n');
  const uid = /^UID:.*$/m.exec(text)?.[0] ?? '';
  expect(uid).toContain(id);

  tunnel.enter('open');
  await page.goto('/account');
  const card = page.getByRole('region', { name: 'Follow-ups and deadlines in your calendar' });
  await card.getByRole('button', { name: 'Make an Address' }).click();
  const address = await card.getByText(/\/api\/calendar\/.+\.ics$/).innerText();
  await expect(card.getByRole('link', { name: 'Open in the Calendar' })).toHaveAttribute(
    'href',
    address.replace(/^http/, 'webcal').replace(/^webcals/, 'webcal'),
  );
  await expectNothing(page, 'calendar');
  const calendar = await (await fetch(address)).text();
  expect(calendar).toContain('X-WR-CALNAME:Follow-ups');
  expect(calendar.replaceAll('\r\n ', '')).toContain(`${uid}`);

  await card.getByRole('button', { name: 'New Address' }).click();
  await expect.poll(async () => (await fetch(address)).status).toBe(404);
  await card.getByRole('button', { name: 'Turn Off' }).click();
  await expect(card.getByRole('button', { name: 'Make an Address' })).toBeVisible();
});
