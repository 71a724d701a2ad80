// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { keepFocus } from './keep-focus.ts';

beforeEach(() => {
  document.body.innerHTML = `<div id="page">
    <h1>Devices</h1>
    <p id="offer"><button id="not-now">Not now</button></p>
    <section><h2>Elsewhere</h2><ul>
      <li><a href="/1" id="one">One</a><button id="end-1">End</button></li>
      <li><a href="/2" id="two">Two</a><button id="end-2">End</button></li>
      <li><a href="/3" id="three">Three</a><span><button id="end-3">End</button></span></li>
    </ul>
    <form><button id="update">Update</button></form></section>
  </div>`;
  return keepFocus(the('page'));
});

function the(id: string): HTMLElement {
  return document.getElementById(id) ?? expect.fail(id);
}

/** What has the focus after `press` has acted on the focused element. */
async function after(id: string, press: (button: HTMLElement) => void): Promise<string> {
  the(id).focus();
  press(the(id));
  await new Promise((later) => setTimeout(later));
  return document.activeElement?.id || String(document.activeElement?.textContent?.trim());
}

test('a row that goes hands the focus to the next row, the last one to the row before', async () => {
  expect(await after('end-1', (button) => button.closest('li')?.remove())).toBe('two');
  expect(await after('end-3', (button) => button.closest('li')?.remove())).toBe('two');
});

test('a button that goes hands it to its row', async () => {
  expect(await after('end-3', (button) => button.remove())).toBe('three');
});

test('without a row it goes to the heading above, also from a button that is disabled', async () => {
  expect(await after('not-now', () => the('offer').remove())).toBe('Devices');
  expect(await after('update', (button) => button.setAttribute('disabled', ''))).toBe('Elsewhere');
});

test('what has found a place of its own keeps it', async () => {
  const here = await after('end-1', (button) => {
    button.closest('li')?.remove();
    the('three').focus();
  });
  expect(here).toBe('three');
});
