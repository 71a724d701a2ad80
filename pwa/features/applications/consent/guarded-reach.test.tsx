// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { anApplication } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { TypedText } from '#pwa/ui/fields/typed-text.tsx';
import { ReachButtons } from '#pwa/ui/reach/reach-buttons.tsx';
import { ReachLinks } from '#pwa/ui/reach/reach-links.tsx';
import { GuardedReach } from './guarded-reach.tsx';
import { MinorNotice } from './minor-notice.tsx';

const PHONE = '+34 600 123 456';

test.each([
  'thumb-bar [href^="tel:"]',
  'thumb-bar [href^="https://wa.me/"]',
  'thumb-bar [href^="mailto:"]',
  'icons [href^="tel:"]',
  'icons [href^="https://wa.me/"]',
  'notes [href^="tel:"]',
])(
  'before contact with a minor through %s the consent of a guardian is asked for, and nothing is blocked',
  async (link) => {
    const { press, followed, onReach } = await aRecord({ under18: 'yes' });
    await press(link);
    expect(followed).not.toHaveBeenCalled();
    expect(onReach).not.toHaveBeenCalled();

    await sheetOpen();
    await doing(() => button('minor.contactWithout').click());
    expect(document.querySelector('[role=dialog]')).toBeNull();
    expect(followed).toHaveBeenCalledExactlyOnceWith(the(placeOf(link)).getAttribute('href'));
    expect(onReach).toHaveBeenCalledTimes(link.startsWith('notes') ? 0 : 1);
  },
);

test('a consent that is recorded is written into the history, the contact goes on, and nobody is asked again', async () => {
  const { server, application, press, followed } = await aRecord({ under18: 'yes' });
  await press('thumb-bar [href^="tel:"]');
  await sheetOpen();
  const name = the<HTMLInputElement>('[role=dialog] input:not([type=date])');
  expect(name.required).toBe(true);
  expect(the<HTMLInputElement>('[role=dialog] [type=date]').required).toBe(false);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name, 'Eva Ruiz');
  await doing(() => name.dispatchEvent(new Event('input', { bubbles: true })));
  await doing(() => button('minor.recordAndContact').click());
  expect(followed).toHaveBeenCalledTimes(1);
  await vi.waitUntil(() => server.historyOf(application.id).length > 0, 5_000);
  expect(server.historyOf(application.id)[0]?.notes).toContain('Eva Ruiz');

  await until(() => expect(document.body.textContent).not.toContain('minor.missing'));
  await press('thumb-bar [href^="tel:"]');
  expect(followed).toHaveBeenCalledTimes(2);
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('nobody is asked before contact with an adult', async () => {
  const { press, followed } = await aRecord({ under18: 'no' });
  await press('thumb-bar [href^="tel:"]');
  expect(followed).toHaveBeenCalledTimes(1);
});

/** A record with every kind of link to its person, once its history is read. */
async function aRecord(given: { under18: string }) {
  const { user, server } = signedIn();
  localStorage.clear();
  const followed = vi.fn();
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    followed(link.getAttribute('href'));
  };
  window.addEventListener('click', follow);
  onTestFinished(() => {
    window.removeEventListener('click', follow);
  });
  const application = server.addApplication({ ...anApplication(), phone: PHONE, ...given });
  const row = { ...application, waiting: null };
  const { playerName, email } = application;
  const onReach = vi.fn();
  await show(
    <SyncProvider user={user}>
      <MinorNotice application={row} />
      <GuardedReach application={row}>
        <div id="thumb-bar">
          <ReachLinks texts="applicationDetail" email={email} phone={PHONE} onReach={onReach} />
        </div>
        <div id="icons">
          <ReachButtons name={playerName} email={email} phone={PHONE} onReach={onReach} />
        </div>
        <div id="notes">
          <TypedText>{`His father: ${PHONE}`}</TypedText>
        </div>
      </GuardedReach>
      <RowSheets />
    </SyncProvider>,
  );
  if (given.under18 === 'yes') {
    await until(() => expect(document.body.textContent).toContain('minor.missing'));
  }
  const press = (link: string) => doing(() => the(placeOf(link)).click());
  return { server, application, press, followed, onReach };
}

function placeOf(link: string): string {
  return `#${link.replace(' ', ' a')}`;
}

async function sheetOpen(): Promise<void> {
  await until(() => expect(button('minor.contactWithout')).toBeTruthy());
}

function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === words);
  if (!found) throw new Error(`No button says ${words}.`);
  return found;
}

async function until(expectation: () => unknown): Promise<void> {
  await doing(() => vi.waitFor(expectation, 5_000));
}
