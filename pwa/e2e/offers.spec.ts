import type { Application } from '#contract/applications.ts';
import { offersOf, SHOWABLE } from '#contract/offers/offer.ts';
import { expectNothing } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { anApplication, anInquiry, anOffer, uniqueMark } from './server-records.ts';

test('a player is offered to a club without a signal; the link shows the page once it is sent, and no more once it is ended', async ({
  page,
  browser,
  agency,
  tunnel,
  signIn,
}) => {
  const mark = uniqueMark();
  const club = `Club ${mark}`;
  const inquiry = await anInquiry(agency, { name: club, inquiryType: 'club_recruitment' });
  const { id, playerName } = await anApplication(agency, { position: 'Left back' });
  await agency.api('PATCH', `/api/applications/${id}/status`, { status: 'signed' });
  const read = () => agency.api<Application>('GET', `/api/applications/${id}`);

  await signIn();
  await page.goto(`/dashboard/applications/${id}`);
  await page.getByRole('button', { name: 'Offer to a Club' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Language').selectOption('Deutsch');
  // Its inquiry is in English: what was chosen by hand stays.
  await sheet.getByLabel(/^Club/).fill(club);
  await sheet
    .getByLabel('Choose a Picture')
    .setInputFiles('pwa/public/install/application-desktop.png');
  await expect(sheet.getByRole('button', { name: 'Remove the Picture' })).toBeVisible();
  await sheet.getByLabel('A few words').fill(`Quick and brave, ${mark}.`);

  // What was typed and chosen outlives a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Offer to a Club' }).click();
  await expect(sheet.getByLabel('A few words')).toHaveValue(`Quick and brave, ${mark}.`);
  await expect(sheet.getByRole('button', { name: 'Remove the Picture' })).toBeVisible();
  tunnel.enter('drop');
  await sheet.getByRole('button', { name: 'Make the Page' }).click();
  await expect(sheet.getByText('This field is required.')).toBeVisible();
  const today = await page.evaluate(() => new Date().toLocaleDateString('sv'));
  await sheet.getByLabel('May be offered since').fill(today);
  await sheet.getByRole('button', { name: 'Make the Page' }).click();
  await expect(sheet.getByText('Waiting to be sent')).toBeVisible();
  await expect(sheet.getByRole('img', { name: `Code of the page for ${club}` })).toBeVisible();
  const link = await sheet.getByText(/\/player\/[\w-]{43}$/).innerText();
  const whatsapp = await sheet.getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
  expect(whatsapp).toContain(encodeURIComponent(link));

  tunnel.enter('open');
  await expect(sheet.getByText('The page is open')).toBeVisible({ timeout: 60_000 });
  await expect(sheet.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute(
    'href',
    link,
  );
  const row = await read();
  expect(row.offerConsentOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  const draft = {
    club,
    contactId: inquiry.id,
    language: 'de',
    shows: ['position'],
    words: `Quick and brave, ${mark}.`,
  };
  expect(offersOf(row)).toMatchObject([draft]);
  expect(JSON.stringify(row)).not.toContain(link.slice(-43));

  const reader = await browser.newPage();
  await reader.goto(link);
  await expect(reader.getByText(playerName).first()).toBeVisible();
  await expect(reader.getByText(`Quick and brave, ${mark}.`)).toBeVisible();
  await expect(reader.getByText('Linksverteidiger')).toBeVisible();
  await expect(reader.getByRole('img', { name: playerName })).toBeVisible();

  await page.keyboard.press('Escape');
  const card = page.getByRole('region', { name: 'Offered to' });
  await expect(card.getByRole('link', { name: club })).toBeVisible();
  await card.getByRole('button', { name: `Share Again: ${club}` }).click();
  await expect(sheet.getByText(link)).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: `End: ${club}` }).click();
  await expect(card.getByText('Ended')).toBeVisible();
  const until = async () => Date.parse(offersOf(await read())[0]?.until ?? '');
  await expect.poll(until).toBeLessThan(Date.now());
  await reader.reload();
  await expect(reader.getByText(`Quick and brave, ${mark}.`)).toHaveCount(0);
  await reader.close();

  await page.getByRole('button', { name: 'Offer to a Club' }).click();
  await expect(sheet.getByText(`Filled in as for ${club}.`)).toBeVisible();
  await expect(sheet.getByLabel('Language')).toHaveValue('de');
  await expect(sheet.getByLabel('A few words')).toHaveValue(`Quick and brave, ${mark}.`);

  await page.goto(`/dashboard/contacts/${inquiry.id}`);
  const offered = page.getByRole('region', { name: 'Offered to this club' });
  await expect(offered.getByRole('link', { name: playerName })).toBeVisible();
});

test('a club sees the facts in the first view of a phone, beside the picture; the page is light, and one sheet of paper with its code', {
  tag: '@once',
}, async ({ page, agency }) => {
  const { id } = await anApplication(agency, {
    playerName: 'Álvaro Ruiz Castellanos',
    position: 'Left back',
    dateOfBirth: '2004-03-11',
    currentClub: 'CD Getafe B',
    contractUntil: '2027-06-30',
    nationality: 'Spain',
    secondNationality: 'Argentina',
    foot: 'left',
    heightCm: '181',
    links:
      'Season 2026 https://www.youtube.com/watch?v=a\nTransfermarkt https://www.transfermarkt.com/a',
    offerConsentOn: '2026-01-31',
  } as object);
  const picture = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [720, 960];
    return canvas.toDataURL('image/jpeg').split(',')[1];
  });
  const words = 'Quick and brave. '.repeat(17);
  const token = await anOffer(agency, id, {
    shows: [...SHOWABLE],
    words,
    picture: picture ?? null,
  });
  await page.setViewportSize({ width: 360, height: 640 });
  const answer = await page.goto(`/player/${token}?lang=de`);
  const html = (await answer?.text())?.replace(/base64,[^"]+/, '') ?? '';
  expect(Buffer.byteLength(html)).toBeLessThan(20_000);
  await expect(page.getByText('Argentinien')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('img', { name: 'Álvaro' })).toBeInViewport({ ratio: 1 });
  await expectNothing(page, 'the page of an offer');
  const caption = page.getByText('Diese Seite auf dem Telefon');
  await expect(caption).toBeHidden();
  await page.emulateMedia({ media: 'print' });
  await expect(caption).toBeVisible();
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g);
  expect(sheets).toHaveLength(1);
});

test('a player who fits is offered from the inquiry of the club, and Undo takes it back', async ({
  page,
  agency,
  signIn,
}) => {
  const mark = uniqueMark();
  const [position, club] = [`Libero ${mark}`, `FC ${mark}`];
  const offerConsentOn = '2026-01-31';
  const { id, playerName } = await anApplication(agency, { position, offerConsentOn });
  const inquiry = await anInquiry(agency, {
    name: `Sporting Director ${mark}`,
    inquiryType: 'club_recruitment',
  });
  await agency.api('PUT', `/api/contacts/${inquiry.id}/wanted`, { wantedPosition: position });
  const offers = async () =>
    offersOf(await agency.api<Application>('GET', `/api/applications/${id}`));

  await signIn();
  await page.goto(`/dashboard/contacts/${inquiry.id}`);
  await page.getByRole('button', { name: `Offer: ${playerName}` }).click();
  const sheet = page.getByRole('dialog');
  // The inquiry names who wrote, not the club.
  await expect(sheet.getByLabel(/^Club/)).toHaveValue('');
  await sheet.getByLabel(/^Club/).fill(club);
  await sheet.getByRole('button', { name: 'Make the Page' }).click();
  await expect(sheet.getByText(/\/player\/[\w-]{43}$/)).toBeVisible();
  await expect.poll(offers).toMatchObject([{ club, contactId: inquiry.id }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => Date.parse((await offers())[0]?.until ?? ''))
    .toBeLessThan(Date.now());
});
