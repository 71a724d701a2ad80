import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import { expect, type Page } from 'playwright/test';
import { atRest } from './office.ts';

/** What may break when only the colours change. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Half the size of axe's main file: a page takes as long to read that as axe takes to look at the page. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Expects that axe finds nothing on the page in light colours, and that dark ones contrast as well. */
export async function expectNothing(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible();
  await atRest(page);
  // Evaluated, because the page's policy refuses a script tag.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const found: string[] = [];
  for (const [colorScheme, rules] of [
    ['light', undefined],
    ['dark', COLOUR_RULES],
  ] as const) {
    // A colour in transition has any contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const violations = await violationsOn(page, rules);
    found.push(
      ...violations.map(({ id, nodes }) => `${where}, ${colorScheme}: ${id}: ${nodes[0]?.html}`),
    );
  }
  await page.emulateMedia({ colorScheme: null });
  expect(found).toEqual([]);
}

/** @param rules all of axe's own, if none are named */
function violationsOn(page: Page, rules?: string[]): Promise<AxeResults['violations']> {
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (options: RunOptions) => Promise<AxeResults> };
    };
    const options: RunOptions = only ? { runOnly: { type: 'rule', values: only } } : {};
    // What passes would be described node by node.
    return (await axe.run({ ...options, resultTypes: ['violations'] })).violations;
  }, rules);
}
