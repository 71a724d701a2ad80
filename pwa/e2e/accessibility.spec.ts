import { expectNothing } from './axe.ts';
import { test } from './fixtures.ts';
import { openApplication } from './office.ts';
import { anInquiry } from './server-records.ts';

test('axe finds nothing on any screen, in light and dark', async ({ page, agency, signIn }) => {
  for (const path of ['/', '/auth', '/privacy', '/terms', '/imprint', '/nope']) {
    await page.goto(path);
    await expectNothing(page, path);
  }
  const inquiry = await anInquiry(agency);
  await signIn();
  await openApplication(page, agency);
  await expectNothing(page, 'application');
  for (const path of [
    '/today',
    '/dashboard',
    '/dashboard/applications/new',
    `/dashboard/contacts/${inquiry.id}`,
    '/admin/campaigns',
    '/admin/translations',
    '/figures',
    '/admin/site',
    '/search',
    '/sync',
    '/more',
  ]) {
    await page.goto(path);
    await expectNothing(page, path);
  }
});
