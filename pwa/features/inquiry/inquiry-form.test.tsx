// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { act } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { CampaignContext } from '#contract/paths/campaign-link.ts';
import english from '#pwa/i18n/locales/en/site.json' with { type: 'json' };
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import { doing, show, the } from '#pwa/test/show.tsx';
import { useToasts } from '#pwa/ui/toasts/toast-store.ts';
import { dropEntry, sendWaiting, unsentEntries } from '#pwa/visitor/outbox.ts';
import { InquiryForm } from './inquiry-form.tsx';
import { unsentInquiries } from './send-inquiry.ts';

const MESSAGE = 'I play left back and look for an agent.';

beforeEach(async () => {
  // The outbox retries by a timer: the tests say when.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  sessionStorage.clear();
  useToasts.setState({ toasts: [] });
  for (const { key } of await unsentEntries()) await dropEntry(key);
});

const SAVED = 'Saved on this phone';

test('F-01 F-02 F-03 the form begins empty, with four types and none chosen', async () => {
  await showForm();

  expect([...control('inquiryType').querySelectorAll('option')].map((one) => one.value)).toEqual([
    '',
    'player_representation',
    'club_recruitment',
    'career_advice',
    'other',
  ]);
  expect(textOf('name', 'email', 'phone', 'inquiryType', 'message')).toEqual(['', '', '', '', '']);
  expect(box('includeHistory').checked).toBe(false);
  expect(box('privacyPolicy').checked).toBe(false);
  expect(control('message').getAttribute('rows')).toBe('4');
  expect([...document.querySelectorAll('form [required]')].map(nameOf)).toEqual([
    'name',
    'email',
    'inquiryType',
    'message',
    'privacyPolicy',
  ]);
});

test('Q-08 the consent leads to the privacy policy, beside the form that it is for', async () => {
  await showForm();

  const link = the<HTMLAnchorElement>('form a');
  expect(link.getAttribute('href')).toBe('/privacy?lang=en');
  expect(link.target).toBe('_blank');
  expect(link.closest('label')?.textContent).toMatch(/^I agree to the privacy policy/);
});

test('F-06 the placeholders show the form that an answer has', async () => {
  await showForm();
  await tick('includeHistory');
  const hint = (name: string) => control(name).getAttribute('placeholder');
  for (const name of ['currentClub', 'position', 'achievements', 'careerGoals']) {
    expect(hint(name), name).toBeTruthy();
  }
  expect(hint('email')).toMatch(/^\S+@\S+\.\w+$/);
  expect(hint('phone')).toMatch(/^\+\d[\d ]+$/);
  expect(hint('name')).toContain('name');
  expect(hint('message')).toContain('10 characters');
});

test('F-04 F-05 Q-20 the history comes and goes with its box, and keeps what was typed', async () => {
  await showForm();
  expect(document.querySelector('[name=currentClub]')).toBeNull();

  await tick('includeHistory');
  await type('currentClub', 'CD Uno');
  await type('careerGoals', 'First division');
  await tick('includeHistory');
  expect(document.querySelector('[name=currentClub]')).toBeNull();

  await tick('includeHistory');
  expect(textOf('currentClub', 'position', 'achievements', 'careerGoals')).toEqual([
    'CD Uno',
    '',
    '',
    'First division',
  ]);
  for (const name of ['achievements', 'careerGoals']) {
    expect(control(name).getAttribute('rows'), name).toBe('3');
  }
});

test('the player is named by somebody else who writes, and by nobody who plays or looks for players', async () => {
  const network = answering(new Response(null, { status: 201 }));
  await showForm();
  const isAsked = () => document.querySelector('[name=playerName]')?.closest('[hidden]') === null;
  expect(document.querySelector('[name=playerName]')).toBeNull();
  await fill();
  expect(isAsked()).toBe(false);
  for (const writer of ['guardian', 'coach', 'club']) {
    await type('writtenBy', writer);
    expect(isAsked(), writer).toBe(true);
  }
  await type('playerName', 'D');
  await send();
  expect(errors()).toEqual(['Name must be at least 2 characters.']);

  // What is hidden keeps its text, and is not sent.
  await type('playerName', 'Diego Ruiz');
  await type('writtenBy', 'player');
  expect(isAsked()).toBe(false);
  await type('writtenBy', 'guardian');
  await type('inquiryType', 'club_recruitment');
  expect(document.querySelector('[name=playerName]')).toBeNull();
  await type('inquiryType', 'other');
  expect(isAsked()).toBe(true);
  expect(textOf('playerName')).toEqual(['Diego Ruiz']);
  await type('writtenBy', 'player');
  await send();
  await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
  expect(network.calls.map(({ body }) => body)).toEqual([
    expect.not.objectContaining({ playerName: 'Diego Ruiz' }),
  ]);
});

test('F-13 wrong fields say so, the first takes the focus, and nothing is sent', async () => {
  const network = answering();
  await showForm();
  await type('name', 'A');
  await send();

  expect(errors()).toEqual([
    'Name must be at least 2 characters.',
    'Please enter a valid email address.',
    'Please select an inquiry type.',
    'Message must be at least 10 characters.',
    'You must agree to the privacy policy.',
  ]);
  expect(document.activeElement).toBe(control('name'));
  expect(control('name').getAttribute('aria-invalid')).toBe('true');
  expect(
    document.getElementById(control('name').getAttribute('aria-describedby') ?? ''),
  ).toBeTruthy();
  expect(network.calls).toEqual([]);
  expect(await unsentInquiries()).toEqual([]);
});

test('an error goes when it is mended, and a new one waits for the next press', async () => {
  await showForm();
  await fill();
  await type('name', '');
  await send();
  expect(errors()).toEqual(['Name must be at least 2 characters.']);

  await type('email', 'nothing');
  await type('name', 'Ana');
  expect(errors()).toEqual([]);
});

test('F-14 the button says Sending... and a second press sends nothing', async () => {
  const network = answering();
  const answer = network.hold();
  await showForm();
  await fill();
  await send();
  await until(() => expect(network.calls).toHaveLength(1));

  expect(submit().textContent).toBe('Sending...');
  await send();
  await doing(() => answer(new Response(null, { status: 201 })));
  await until(() => expect(submit().textContent).toBe('Send Message'));
  expect(network.calls).toHaveLength(1);
});

test('W-14 a message in flight counts as waiting after 4 s or a failed try, not before', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const network = answering();
  const refuse = network.hold();
  await showForm();
  await fill();
  await send();
  await until(() => expect(network.calls).toHaveLength(1));
  await until(async () => expect(await unsentInquiries()).toHaveLength(1));
  await doing(() => vi.advanceTimersByTimeAsync(3_900));
  expect(submit().textContent).toBe('Sending...');
  expect(document.body.textContent).not.toContain('Saved on this phone');

  await doing(() => vi.advanceTimersByTimeAsync(100));
  expect(document.body.textContent).toContain('1 message is waiting');
  expect(submit().textContent).toBe('Sending...');
  await doing(() => refuse(new Response('', { status: 500 })));
  await until(() => expect(toast()?.title).toBe('Error Sending Message'));
  expect(document.body.textContent).toContain('We could not take it yet.');
});

test('F-19 W-14 a message that got no answer is kept and tried again: nothing beside "try again later" says that there is no need to', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const network = answering();
  const answer = network.hold();
  await showForm();
  await fill();
  await send();
  await until(() => expect(network.calls).toHaveLength(1));
  await until(async () => expect(await unsentInquiries()).toHaveLength(1));
  await doing(() => vi.advanceTimersByTimeAsync(4_000));
  expect(document.body.textContent).toContain('there is no need to send it again');

  await doing(() => answer(new DOMException('15 s', 'TimeoutError')));
  await until(() => expect(submit().textContent).toBe('Send Message'));
  expect(toast()?.title).toBe('Error Sending Message');
  expect(document.body.textContent).toContain('It is kept here and tried again.');
  expect(document.body.textContent).not.toMatch(/no need|No signal/);
  expect(textOf('name', 'message')).toEqual(['Ana Ruiz', MESSAGE]);
});

test('W-14 a message that arrives is never shown as waiting', async () => {
  const network = answering();
  const accept = network.hold();
  const seen: boolean[] = [];
  await showForm();
  const watch = new MutationObserver(() =>
    seen.push(document.body.textContent?.includes('is waiting') ?? false),
  );
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  await fill();
  await send();
  await until(() => expect(network.calls).toHaveLength(1));
  await doing(() => accept(new Response(null, { status: 201 })));
  await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
  await until(async () => expect(await unsentInquiries()).toEqual([]));
  watch.disconnect();
  expect(seen).not.toContain(true);
});

test('F-20 the form goes from idle to submitting to an error, and again to success', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const network = answering();
  await showForm();
  await fill();
  expect([submit().textContent, toast()?.kind]).toEqual(['Send Message', undefined]);

  const refuse = network.hold();
  await send();
  await until(() => expect(submit().textContent).toBe('Sending...'));
  await doing(() => refuse(new Response('', { status: 500 })));
  await until(() => expect(toast()?.kind).toBe('destructive'));
  await until(() => expect(submit().textContent).toBe('Send Message'));

  const accept = network.hold();
  await send();
  await until(() => expect(submit().textContent).toBe('Sending...'));
  await doing(() => accept(new Response(null, { status: 201 })));
  await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
  expect([submit().textContent, ...textOf('name', 'message')]).toEqual(['Send Message', '', '']);
});

for (const status of [200, 201, 204]) {
  test(`F-17 F-18 an empty ${status} is a success: toast, blank form, nothing kept`, async () => {
    answering(new Response(null, { status }));
    await showForm();
    await fill();
    await tick('includeHistory');
    await send();

    await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
    expect(textOf('name', 'email', 'inquiryType', 'message')).toEqual(['', '', '', '']);
    expect(box('privacyPolicy').checked).toBe(false);
    expect(document.querySelector('[name=currentClub]')).toBeNull();
    expect(sessionStorage).toHaveLength(0);
    await until(async () => expect(await unsentInquiries()).toEqual([]));
    expect(document.body.textContent).toContain('You will have an answer by');
  });
}

test('K-03 F-15 F-16 the campaign of the visit goes along, and only what is known of it', async () => {
  const network = answering(new Response(null, { status: 201 }));
  await showForm({ campaignId: 7, utmSource: 'fair' });
  await fill();
  await send();
  await until(() => expect(network.calls).toHaveLength(1));

  expect(network.calls[0]?.path).toBe('/api/contact');
  expect(network.calls[0]?.body).toMatchObject({
    name: 'Ana Ruiz',
    campaignId: 7,
    utmSource: 'fair',
    language: 'en',
  });
  expect(network.calls[0]?.body).not.toHaveProperty('utmMedium');
});

test('F-19 a failure is told and logged, the text stays, and the same message is tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const network = answering(new Response('', { status: 500 }), new Response(null, { status: 201 }));
  await showForm();
  await fill();
  await send();

  await until(() => expect(toast()?.title).toBe('Error Sending Message'));
  expect(toast()).toMatchObject({
    description: 'There was a problem sending your message. Please try again later.',
    kind: 'destructive',
  });
  expect(logged).toHaveBeenCalled();
  expect(textOf('name', 'message')).toEqual(['Ana Ruiz', MESSAGE]);
  await until(() => expect(document.body.textContent).toContain('We could not take it yet.'));
  expect(document.body.textContent).not.toMatch(/no need|No signal/);

  await send();
  await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
  expect(network.calls[1]?.key).toBe(network.calls[0]?.key);
  expect(textOf('name')).toEqual(['']);
});

test('W-14 a corrected message takes the place of the one that waits', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const network = answering(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
  await showForm();
  await fill();
  await send();
  await until(() => expect(toast()?.kind).toBe('destructive'));

  await type('message', 'I play right back and look for an agent.');
  await send();
  await until(() => expect(network.calls).toHaveLength(2));
  await until(async () => expect(await unsentInquiries()).toHaveLength(1));
  const [left] = await unsentInquiries();
  expect(left?.body.message).toBe('I play right back and look for an agent.');
  // The first one may have arrived although no answer came: the server takes only one of them under its key.
  expect(network.calls[1]?.key).toBe(network.calls[0]?.key);
});

test.each(['name', 'playerName'])(
  'W-14 a message of another %s waits beside the one before',
  async (field) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const network = answering(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
    await showForm();
    await fill();
    await type('writtenBy', 'guardian');
    await type(field, 'Ana Ruiz');
    await send();
    await until(() => expect(toast()?.kind).toBe('destructive'));

    await type(field, 'Leo Ruiz');
    await send();
    await until(() => expect(network.calls).toHaveLength(2));
    await until(() => expect(document.querySelectorAll('summary')).toHaveLength(2));
    const named = (await unsentInquiries()).map(({ body }) => body);
    expect(named).toMatchObject([{ [field]: 'Ana Ruiz' }, { [field]: 'Leo Ruiz' }]);
  },
);

test.each(['', 'player'])(
  'W-14 a message for a brother waits beside one of one’s own (%s)',
  async (writtenBy) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const network = answering(new TypeError('Failed to fetch'), new TypeError('Failed to fetch'));
    await showForm();
    await fill();
    await type('writtenBy', writtenBy);
    await send();
    await until(() => expect(toast()?.kind).toBe('destructive'));

    await type('writtenBy', 'guardian');
    await type('playerName', 'Leo Ruiz');
    await send();
    await until(() => expect(network.calls).toHaveLength(2));
    await until(() => expect(document.querySelectorAll('summary')).toHaveLength(2));
  },
);

test('W-14 F-18 what is sent by itself later is told, and its text leaves the form', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  answering(new TypeError('Failed to fetch'), new Response(null, { status: 201 }));
  await showForm();
  await fill();
  await send();
  await until(() => expect(document.body.textContent).toContain('We could not take it yet.'));

  await doing(() => sendWaiting());
  await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
  expect(textOf('name', 'message')).toEqual(['', '']);
  await until(() => expect(document.body.textContent).not.toContain('We could not'));
});

test('W-14 without a signal the message is kept, said so, and never called sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answering(new TypeError('Failed to fetch'));
  await showForm();
  await fill();
  await send();

  await until(() => expect(toast()?.title).toBe(SAVED));
  expect(toast()).toMatchObject({ description: 'It will be sent when there is a signal.' });
  expect(toast()?.kind).not.toBe('destructive');
  expect(textOf('name', 'message')).toEqual(['', '']);
  await until(() => expect(the('summary').textContent).toBe(MESSAGE));
});

test('W-14 "saved" of an earlier message is gone once Send is pressed, until the next one is on the disk', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answering(new TypeError('Failed to fetch'));
  await showForm();
  await fill();
  await send();
  await until(() => expect(toast()?.title).toBe(SAVED));
  await until(() => expect(the('summary').textContent).toBe(MESSAGE));
  const messages = () =>
    document.querySelector('summary')?.closest('[role=status]')?.getAttribute('aria-busy');
  await until(() => expect([submit().textContent, messages()]).toEqual(['Send Message', 'false']));

  await fill();
  await type('name', 'Bo Ruiz');
  // The disk answers only after this turn.
  act(() => submit().click());
  expect(toast()).toBeUndefined();
  expect(messages()).toBe('true');
  await until(() => expect([toast()?.title, messages()]).toEqual([SAVED, 'false']));
  expect(document.querySelectorAll('summary')).toHaveLength(2);
});

test('W-14 "saved" of an earlier message is no answer to a press with mistakes', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answering(new TypeError('Failed to fetch'));
  await showForm();
  await fill();
  await send();
  await until(() => expect(toast()?.title).toBe(SAVED));
  await send();
  expect(toast()).toBeUndefined();
});

test.each([true, false])(
  'W-14 on a full phone the page says so, keeps the text, and sends while it is open; onLine %s',
  async (onLine) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('There is no room left.', 'QuotaExceededError');
    });
    const network = answering(
      new TypeError('Failed to fetch'),
      new Response(null, { status: 201 }),
    );
    await showForm();
    await fill();
    await send();

    await until(() => expect(toast()?.title).toBe('Not sent yet'));
    expect(toast()?.description).toContain('This phone cannot store your message.');
    expect(textOf('name', 'message')).toEqual(['Ana Ruiz', MESSAGE]);
    await until(() => expect(the('summary').textContent).toBe(MESSAGE));
    expect(document.body.textContent).not.toContain('Saved on this phone');

    await doing(() => sendWaiting());
    await until(() => expect(toast()?.title).toBe('Message Sent Successfully'));
    expect(network.calls).toHaveLength(2);
    expect(textOf('name', 'message')).toEqual(['', '']);
  },
);

test('W-14 a waiting message is discarded only by a second press', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answering(new TypeError('Failed to fetch'));
  await showForm();
  await fill();
  await send();
  await until(() => expect(button('Discard Message')).toBeTruthy());

  await doing(() => button('Discard Message')?.click());
  expect(await unsentInquiries()).toHaveLength(1);
  expect(document.body.textContent).toContain('What has arrived stays.');
  await doing(() => button('Cancel')?.click());
  expect(document.body.textContent).not.toContain('What has arrived stays.');

  await doing(() => button('Discard Message')?.click());
  await doing(() => button('Discard Message')?.click());
  await until(() => expect(document.body.textContent).not.toContain('is waiting'));
  expect(await unsentInquiries()).toEqual([]);
});

test('E-08 a refusal of the server stands at its field, and nothing is left waiting', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const problem = {
    message: 'Wrong.',
    code: 'invalid-input',
    fields: { email: 'Please enter a valid email address.' },
  };
  answering(Response.json(problem, { status: 400 }));
  await showForm();
  await fill();
  await send();

  await until(() => expect(errors()).toEqual(['Please enter a valid email address.']));
  expect(document.activeElement).toBe(control('email'));
  expect(textOf('name', 'message')).toEqual(['Ana Ruiz', MESSAGE]);
  await until(async () => expect(await unsentInquiries()).toEqual([]));
});

test('W-14 a waiting message that is refused later can be taken back into the form', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const problem = { message: 'Wrong.', code: 'invalid-input', fields: { name: 'Unknown.' } };
  answering(new TypeError('Failed to fetch'), Response.json(problem, { status: 400 }));
  await showForm();
  await fill();
  await send();
  await until(() => expect(document.body.textContent).toContain('1 message is waiting'));

  await doing(() => sendWaiting());
  await until(() => expect(toast()?.kind).toBe('destructive'));
  await doing(() => button('Check Message')?.click());
  expect(textOf('name', 'message')).toEqual(['Ana Ruiz', MESSAGE]);
  expect(errors()).toEqual(['Please check this field.']);
  await until(() => expect(button('Discard Message')).toBeUndefined());
});

test('a typed draft is there again after a reload, but no consent is', async () => {
  await showForm();
  await fill();
  await tick('includeHistory');
  await type('position', 'Left back');
  document.body.replaceChildren();

  await showForm();
  expect(textOf('name', 'email', 'inquiryType', 'position', 'message')).toEqual([
    'Ana Ruiz',
    'ana@example.com',
    'career_advice',
    'Left back',
    MESSAGE,
  ]);
  expect(box('privacyPolicy').checked).toBe(false);
});

test('what was typed and ticked before React was there stays', async () => {
  const page = (
    <SiteTextProvider language="en" texts={english}>
      <InquiryForm campaign={() => ({})} />
    </SiteTextProvider>
  );
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = renderToString(page);
  the<HTMLInputElement>('[name=name]').value = 'Ana Ruiz';
  box('includeHistory').checked = true;

  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const root = await act(async () => hydrateRoot(place, page));
  expect(textOf('name', 'currentClub')).toEqual(['Ana Ruiz', '']);

  await type('email', 'ana@example.com');
  expect(textOf('name')).toEqual(['Ana Ruiz']);
  await act(async () => root.unmount());
  place.remove();
});

test('a field that no person sees is out of reach of the keyboard and assistive technology', async () => {
  await showForm();
  const trap = control('website');

  expect(trap.tabIndex).toBe(-1);
  expect(trap.closest('[aria-hidden=true]')).not.toBeNull();
});

function showForm(campaign: CampaignContext = {}): Promise<void> {
  return show(<InquiryForm campaign={() => campaign} />);
}

async function fill(): Promise<void> {
  await type('name', 'Ana Ruiz');
  await type('email', 'ana@example.com');
  await type('inquiryType', 'career_advice');
  await type('message', MESSAGE);
  await tick('privacyPolicy');
}

async function type(name: string, text: string): Promise<void> {
  const field = the<HTMLInputElement>(`[name=${name}]`);
  field.value = text;
  await doing(() => field.dispatchEvent(new Event('input', { bubbles: true })));
}

async function tick(name: string): Promise<void> {
  await doing(() => box(name).click());
}

async function send(): Promise<void> {
  await doing(() => submit().click());
}

function submit(): HTMLButtonElement {
  return the<HTMLButtonElement>('[type=submit]');
}

function button(words: string): HTMLButtonElement | undefined {
  return [...document.querySelectorAll('button')].find((one) => one.textContent === words);
}

function control(name: string): HTMLElement {
  return the(`[name=${name}]`);
}

function box(name: string): HTMLInputElement {
  return the<HTMLInputElement>(`[name=${name}]`);
}

function textOf(...names: string[]): string[] {
  return names.map((name) => the<HTMLInputElement>(`[name=${name}]`).value);
}

function nameOf(element: Element): string | null {
  return element.getAttribute('name');
}

function errors(): (string | null)[] {
  return [...document.querySelectorAll('form p[id$=error]')].map((one) => one.textContent);
}

function toast() {
  return useToasts.getState().toasts.findLast((one) => one.open);
}

/** Waits for what comes by IndexedDB and the network, which no timer drives. */
async function until(expectation: () => unknown): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    await doing(() => new Promise((resolve) => setImmediate(resolve)));
    try {
      await expectation();
      return;
    } catch (error) {
      if (turn === 100) throw error;
    }
  }
}

/** The network: answers in turn, an Error means that no answer came; without any it never answers. */
function answering(...answers: (Response | Error)[]) {
  const calls: { path: string; key: string | null; body: unknown }[] = [];
  const held: Promise<Response | Error>[] = [];
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    calls.push({ path, key: headers.get('Idempotency-Key'), body: JSON.parse(String(init.body)) });
    const answer = (await held.shift()) ?? answers.shift() ?? new TypeError('No signal.');
    if (answer instanceof Error) throw answer;
    return answer;
  });
  return {
    calls,
    /** The next call is answered when the returned function is called; an Error means that no answer came. */
    hold: (): ((answer: Response | Error) => void) => {
      let end = (_: Response | Error): void => undefined;
      held.push(
        new Promise((resolve) => {
          end = resolve;
        }),
      );
      return end;
    },
  };
}
