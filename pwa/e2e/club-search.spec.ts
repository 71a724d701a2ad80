import type { Contact } from '#contract/contacts.ts';
import { expect, test } from './fixtures.ts';
import { anApplication, anInquiry, uniqueMark } from './server-records.ts';

const DAY = 24 * 60 * 60_000;

test('what a club looks for is filled in without a signal, finds the players who fit, and stands in Today when its day is near', async ({
  page,
  agency,
  tunnel,
  signIn,
}) => {
  const mark = uniqueMark();
  const position = `Libero ${mark}`;
  const players = {
    fits: `Ana ${mark}`,
    perhaps: `Bea ${mark}`,
    older: `Cai ${mark}`,
  };
  await anApplication(agency, { playerName: players.perhaps, position });
  await anApplication(agency, { playerName: players.older, position, dateOfBirth: '1990-01-31' });
  const { id: fitting } = await anApplication(agency, {
    playerName: players.fits,
    position: `Sweeper, ${position}`,
    dateOfBirth: '2005-01-31',
  });
  const message = 'We need a goalkeeper and a left winger for the coming season.';
  const inquiry = { name: `Club ${mark}`, inquiryType: 'club_recruitment', message };
  const { id } = await anInquiry(agency, inquiry);

  await signIn();
  await page.goto(`/dashboard/contacts/${id}`);
  const card = page.getByRole('region', { name: 'What the club looks for' });
  await card.getByRole('button', { name: 'Fill In' }).click();
  await expect(card.getByLabel('Position wanted')).toBeFocused();
  await expect(card.getByLabel('Position wanted')).toHaveValue('Left winger, Goalkeeper');
  await card.getByLabel('Position wanted').fill(position);
  await card.getByLabel('Age from').fill('8');
  await card.getByLabel('Age to').fill('30');
  const day = new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10);
  await card.getByLabel('Looking until').fill(day);
  await card.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card.getByText('Please enter a whole number from 10 to 50.')).toBeVisible();

  // Typed text outlives a reload.
  await card.getByLabel('Age from').fill('18');
  await page.reload();
  await expect(card.getByLabel('Age from')).toHaveValue('18');
  tunnel.enter('drop');
  await card.getByRole('button', { name: 'Save Changes' }).click();

  // Other journeys have players of that age, too.
  const listed = card.getByRole('listitem').filter({ hasText: mark });
  await expect(listed).toHaveCount(2);
  await expect(listed.first()).toContainText(players.fits);
  await expect(listed.last()).toContainText(players.perhaps);
  await expect(listed.last()).toContainText('Age not known');

  tunnel.enter('open');
  const read = () => agency.api<Contact>('GET', `/api/contacts/${id}`);
  const wanted = { wantedPosition: position, wantedAgeFrom: 18, wantedAgeTo: 30, wantedUntil: day };
  await expect.poll(read, { timeout: 60_000 }).toMatchObject(wanted);

  await agency.api('PATCH', `/api/contacts/${id}`, { state: 'answered' });
  await page.goto('/today');
  const task = page.locator('[data-row]').filter({ hasText: inquiry.name });
  await expect(task).toContainText('Looking until');
  await task.getByRole('button', { name: `Done with ${inquiry.name}` }).click();
  await expect(task).toHaveCount(0);
  await expect.poll(read).toMatchObject({ state: 'archived' });

  await page.goto(`/dashboard/contacts/${id}`);
  await card.getByRole('link', { name: players.fits }).click();
  await expect(page).toHaveURL(new RegExp(fitting));
});
