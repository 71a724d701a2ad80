// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { ANONYMISED } from '#contract/fields/anonymised.ts';
import { consentIn } from '#contract/fields/guardian-consent.ts';
import { newId } from '#contract/fields/ids.ts';
import { type Offer, offersOf } from '#contract/offers/offer.ts';
import { offerTokenIn } from '#contract/paths/offer-path.ts';
import { today } from '#pwa/lib/time/clock.ts';
import { useRecord } from '#pwa/local/rows/record-view.ts';
import { SyncProvider } from '#pwa/sync/sync-provider.tsx';
import { anApplication } from '#pwa/test/fake-server.ts';
import { doing, show, the } from '#pwa/test/show.tsx';
import { signedIn } from '#pwa/test/signed-in.ts';
import { digestOf, tokensOf } from './offer-link.ts';
import { OffersCard } from './offers-card.tsx';

test('the card tells each offer, newest first, and ends one that is open', async () => {
  const offers = [
    offer({ club: 'Old Boys', until: '2026-01-01T00:00:00.000Z', answer: 'not-now' }),
    offer({ club: 'FC Sur', contactId: 7, people: 2, openings: 5, openedAt: MADE }),
  ];
  const { server, id } = await aRecord({
    offerConsentOn: '2026-11-01',
    offers: JSON.stringify(offers),
  });
  await until(() => expect(document.querySelectorAll('li')).toHaveLength(2));
  const [newest, oldest] = [...document.querySelectorAll('li')].map((one) => one.textContent);
  expect(newest).toContain('offers.opened');
  expect(oldest).toContain('Old Boys');
  expect(oldest).toContain('offers.answers.not-now');
  expect(oldest).toContain('offers.over');
  expect(the('li a').getAttribute('href')).toBe('/dashboard/contacts/7');

  await doing(() => button('offers.end').click());
  await until(() => expect(document.body.textContent).not.toContain('offers.until'));
  const ended = () => offersOf(server.applications.get(id) ?? {})[1]?.until ?? MADE;
  await until(() => expect(Date.parse(ended())).toBeLessThan(Date.now()));
});

test('an open page whose link is on another device says so', async () => {
  await aRecord({ offerConsentOn: '2026-11-01', offers: JSON.stringify([offer({})]) });
  await until(() => expect(document.body.textContent).toContain('offers.elsewhere'));
  expect(document.body.textContent).not.toContain('offers.again');
});

test('another offer begins as the last one, but for words that name its club, until one starts afresh', async () => {
  const before: Partial<Offer> = { shows: ['position'], words: 'Quick.' };
  await aRecord({ position: 'Left back', offers: JSON.stringify([offer(before)]) });
  await openForm();
  expect(filled()).toEqual({ club: '', shows: ['position'], words: 'Quick.' });
  await doing(() => button('offers.afresh').click());
  expect(filled()).toEqual({
    club: '',
    shows: ['position', 'currentClub'],
    words: '',
  });
  expect(document.body.textContent).not.toContain('offers.asLast');
});

test('words that name the last club are not offered to another one', async () => {
  await aRecord({ offers: JSON.stringify([offer({ words: 'Made for FC Sur.' })]) });
  await openForm();
  expect(filled().words).toBe('');
});

test('without the consent no page opens, and the card says so', async () => {
  await aRecord({ offers: JSON.stringify([offer({})]), offerConsentOn: null });
  expect(document.body.textContent).toContain('offers.noConsent');
  expect(document.body.textContent).toContain('offers.over');
});

test('nobody is offered who was rejected or erased', async () => {
  await aRecord({ status: 'rejected' });
  expect(document.querySelector('button')).toBeNull();
});

test('who is no client yet is offered from the inquiry of a club only', async () => {
  await aRecord({ status: 'pending' });
  expect(document.querySelector('button')).toBeNull();
});

test('an erased person has no card', async () => {
  await aRecord({ email: ANONYMISED.email, offers: JSON.stringify([offer({})]) });
  expect(document.body.textContent).toBe('');
});

test('an offer is made with the consent of an adult in one press; its link is shown and stays on this device alone', async () => {
  const { server, user, id } = await aRecord({ position: 'Left back', dateOfBirth: '2000-05-01' });
  await openForm();
  await doing(() => the('[type=checkbox][value=dateOfBirth]').click());
  await type('[name=club]', 'FC Sur');
  await type('[name=words]', 'Quick and brave.');
  await doing(() => button('offers.make').click());
  await until(() => expect(the('[name=consentOn]').getAttribute('aria-invalid')).toBe('true'));
  await type('[name=consentOn]', today());
  await doing(() => button('offers.make').click());
  await until(() => expect(server.applications.get(id)?.offers).toBeTruthy());
  const row = server.applications.get(id);
  expect(row?.offerConsentOn).toBe(today());
  expect(offersOf(row ?? {})).toMatchObject([
    { club: 'FC Sur', contactId: null, language: 'en', shows: ['position', 'currentClub'] },
  ]);

  await until(() => expect(document.body.textContent).toContain('offers.link.open'));
  const link = /http\S+\/player\/[\w-]{43}/.exec(document.body.textContent ?? '')?.[0] ?? '';
  const token = offerTokenIn(new URL(link).pathname);
  expect(Object.values(tokensOf(user.id, id))).toEqual([token]);
  expect(JSON.stringify([...server.applications.values()])).not.toContain(token);
  expect(the('[href*="wa.me"]').getAttribute('href')).toContain(encodeURIComponent(link));
});

test('before a minor is offered, the consent of a guardian is recorded by the same press', async () => {
  const { server, id } = await aRecord({ under18: 'yes' });
  await openForm();
  await until(() => expect(button('offers.make').getAttribute('aria-busy')).toBeNull());
  await type('[name=club]', 'FC Sur');
  expect(button('offers.make').disabled).toBe(true);
  expect(document.querySelector('[name=consentOn]')).toBeNull();
  await type('fieldset input:not([type])', 'Eva Ruiz');
  await doing(() => button('offers.make').click());
  await until(() => expect(server.applications.get(id)?.offers).toBeTruthy());
  expect(server.applications.get(id)?.offerConsentOn).toBe(today());
  const notes = server.historyOf(id).map((entry) => consentIn(entry.notes)?.consent.name);
  expect(notes).toContain('Eva Ruiz');
});

test('what was typed outlives a closed sheet', async () => {
  await aRecord({});
  await openForm();
  await type('[name=club]', 'FC Sur');
  await doing(() => the('[role=dialog] button[aria-label="Close"]').click());
  await openForm();
  expect(the<HTMLInputElement>('[name=club]').value).toBe('FC Sur');
});

test('the server is told the digest of a token', async () => {
  expect(await digestOf('abc')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  );
});

const MADE = '2026-11-20T10:00:00.000Z';

function offer(more: Partial<Offer>): Offer {
  const answered = { answer: null, answerWords: null, answeredAt: null };
  const draft = {
    club: 'FC Sur',
    contactId: null,
    language: 'en',
    shows: [],
    words: null,
    timeZone: null,
  } as const;
  const counts = { people: 0, openings: 0, openedAt: null };
  const times = { madeAt: MADE, consentOn: '2026-11-01', until: '2099-12-30T00:00:00.000Z' };
  return { id: newId(), ...draft, shows: [], ...times, ...counts, ...answered, ...more };
}

/** The card of a record that the device has. */
async function aRecord(given: Partial<Application>) {
  const { user, server } = signedIn();
  localStorage.clear();
  const { id } = server.addApplication({ ...anApplication(), status: 'signed', ...given });
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  await show(
    <RouterContextProvider router={router}>
      <SyncProvider user={user}>
        <Record id={id} />
      </SyncProvider>
    </RouterContextProvider>,
  );
  await until(() => expect(document.querySelector('[data-read]')).not.toBeNull());
  return { server, user, id };
}

function Record({ id }: { id: string }) {
  const row = useRecord(id)?.row;
  return row ? (
    <div data-read>
      <OffersCard application={row} />
    </div>
  ) : null;
}

/** What the form of an offer shows. */
function filled() {
  const textIn = (name: string) => the<HTMLInputElement>(`[name=${name}]`).value;
  const shown = [...document.querySelectorAll<HTMLInputElement>('[name=shows]:checked')];
  return {
    club: textIn('club'),
    shows: shown.map(({ value }) => value),
    words: textIn('words'),
  };
}

async function openForm(): Promise<void> {
  await doing(() => button('offers.offer').click());
  await until(() => expect(button('offers.make')).toBeTruthy());
}

async function type(field: string, text: string): Promise<void> {
  const input = the<HTMLInputElement>(field);
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text);
  await doing(() => input.dispatchEvent(new Event('input', { bubbles: true })));
}

function button(words: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === words);
  if (!found) throw new Error(`No button says ${words}.`);
  return found;
}

async function until(expectation: () => unknown): Promise<void> {
  await doing(() => vi.waitFor(expectation, 5_000));
}
