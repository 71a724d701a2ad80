import { expectNothing } from './axe.ts';
import { test } from './fixtures.ts';
import { openApplication } from './office.ts';
import { officeScreens, PUBLIC_SCREENS } from './screens.ts';
import { anInquiry } from './server-records.ts';

test('axe finds nothing on any screen, in light and dark', { tag: '@once' }, async ({
  page,
  agency,
  signIn,
}) => {
  for (const path of PUBLIC_SCREENS) {
    await page.goto(path);
    await expectNothing(page, path);
  }
  const inquiry = await anInquiry(agency);
  await signIn();
  const application = await openApplication(page, agency);
  for (const { address } of officeScreens({ application: application.id, contact: inquiry.id })) {
    await page.goto(address);
    await expectNothing(page, address);
  }
});
