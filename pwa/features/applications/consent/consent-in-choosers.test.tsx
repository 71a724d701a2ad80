// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { consentNote } from '#contract/fields/guardian-consent.ts';
import { ChosenSheet } from '#pwa/features/applications/chosen-sheet.tsx';
import { RowSheets } from '#pwa/features/applications/row-sheets.tsx';
import { closeSheet, openSheet } from '#pwa/features/applications/row-sheets-store.ts';
import { StatusForm } from '#pwa/features/applications/status/status-form.tsx';
import { useChooseStatus } from '#pwa/features/applications/status/use-choose-status.ts';
import type { ApplicationRow } from '#pwa/local/database/rows.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { anApplication } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';

interface Chooser {
  screen: (row: ApplicationRow) => ReactNode;
  choose: (row: ApplicationRow) => Promise<void>;
}

const byForm = async () => {
  await doing(() => the('[type=radio][value=signed]').click());
  await doing(() => vi.waitUntil(() => !submit().disabled, 5_000));
};

const CHOOSERS: Record<string, Chooser> = {
  'the sheet of a row': {
    screen: () => null,
    async choose(row) {
      await doing(() => openSheet('status', row));
      await doing(() => vi.waitUntil(() => document.querySelector('[data-status=signed]'), 5_000));
      await doing(() => the('button[data-status=signed]').click());
    },
  },
  'a swipe, the board and the palette': {
    screen: (row) => <Gesture row={row} />,
    choose: () => doing(() => the('#gesture').click()),
  },
  'the form of a record': { screen: (row) => <StatusForm application={row} />, choose: byForm },
  'the form of many': {
    screen: (row) => (
      <ChosenSheet act="status" chosen={[row]} onDone={() => {}} onClose={() => {}} />
    ),
    async choose() {
      await byForm();
      await doing(() => submit().click());
    },
  },
};

test.each(Object.entries(CHOOSERS))(
  'through %s a minor gets a guarded status without consent only by saying so',
  async (_, chooser) => {
    const { entries, row } = await office(chooser, { consent: false });
    await chooser.choose(row);
    await vi.waitUntil(async () => {
      // React shows what was set meanwhile.
      await doing(() => new Promise((later) => setTimeout(later, 20)));
      return withoutConsent();
    }, 5_000);
    expect(entries()).toHaveLength(1);
    await doing(() => withoutConsent()?.click());
    await doing(() => vi.waitUntil(() => entries().length === 2, 5_000));
  },
);

test.each(Object.entries(CHOOSERS))(
  'through %s nothing is asked once a consent is recorded',
  async (_, chooser) => {
    const { entries, row } = await office(chooser, { consent: true });
    await chooser.choose(row);
    const isForm = document.querySelector('form') !== null && entries().length === 1;
    if (isForm) await doing(() => submit().click());
    await doing(() => vi.waitUntil(() => entries().length === 2, 5_000));
    expect(withoutConsent()).toBeUndefined();
  },
);

/** A minor on the phone, with a note in the history. */
async function office({ screen }: Chooser, { consent }: { consent: boolean }) {
  const { user, server, mirror } = signedIn();
  localStorage.clear();
  closeSheet();
  const row = { ...server.addApplication({ ...anApplication(), under18: 'yes' }), waiting: null };
  const given = consentNote({ on: '2026-11-01', name: 'Eva Ruiz', way: 'written' });
  server.setStatus(row.id, row.status, consent ? given : 'Called.');
  await show(
    <SyncProvider user={user}>
      {screen(row)}
      <RowSheets />
    </SyncProvider>,
  );
  await doing(() => vi.waitUntil(async () => (await mirror.historyPages.count()) > 0, 5_000));
  return { row, entries: () => server.historyOf(row.id) };
}

function Gesture({ row }: { row: ApplicationRow }) {
  const choose = useChooseStatus();
  return (
    <button type="button" id="gesture" onClick={() => void choose(row, 'signed')}>
      Swipe
    </button>
  );
}

function submit(): HTMLButtonElement {
  return the<HTMLButtonElement>('[type=submit]');
}

function withoutConsent(): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'minor.updateWithout',
  );
}
