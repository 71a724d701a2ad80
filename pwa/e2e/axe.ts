import axe from 'axe-core';
import type { Page } from 'playwright/test';
import { expect } from './fixtures.ts';
import { atRest } from './office.ts';

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Runs axe inside the page, for a script tag would be refused by its policy; it must find nothing. */
export async function expectNothing(page: Page, where: string): Promise<void> {
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
