import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { aSentInquiry } from './inquiries.ts';
import { atRest } from './office.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing on any screen, ${colorScheme}`, async ({ page, agency, signIn }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    for (const path of ['/', '/auth', '/privacy', '/terms', '/nope']) {
      await page.goto(path);
      await expectNothing(page, path);
    }
    const name = await aSentInquiry(page, agency);
    await signIn();
    await page.goto('/dashboard');
    await page.getByRole('tab', { name: 'Contacts' }).click();
    await page.getByRole('button', { name: `Convert ${name}` }).click();
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expectNothing(page, 'application');
    for (const path of [
      '/dashboard',
      '/dashboard/applications/new',
      '/dashboard/contacts/1',
      '/admin/campaigns',
      '/admin/translations',
      '/sync',
      '/more',
    ]) {
      await page.goto(path);
      await expectNothing(page, path);
    }
  });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Runs axe inside the page: a script tag would be refused by the content security policy. */
async function expectNothing(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await atRest(page);
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations;
  });
  const found = violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes[0]?.html}`);
  expect(found).toEqual([]);
}
