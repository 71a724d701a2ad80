import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';
import { atRest } from './office.ts';

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Expects that axe finds nothing on the page, neither in light nor in dark colours. */
export async function expectNothing(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await atRest(page);
  // Evaluated, because the page's policy refuses a script tag.
  await page.evaluate(axe.source);
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    // A colour in transition has any contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await violationsOn(page);
    found.push(
      ...violations.map(({ id, nodes }) => `${where}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
    );
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
  expect(found).toEqual([]);
}

function violationsOn(page: Page): Promise<Violation[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run()).violations;
  });
}
