// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import english from '#pwa/i18n/locales/en/site.json' with { type: 'json' };
import { SiteTextProvider } from '#pwa/i18n/site-text-provider.tsx';
import { show } from '#pwa/test/show.tsx';
import { keepEntry } from '#pwa/visitor/outbox.ts';
import type { WaitingInquiry } from './send-inquiry.ts';
import { unsentInquiries } from './send-inquiry.ts';
import { UnsentMessages } from './unsent-messages.tsx';

let waiting: WaitingInquiry[];

// Without IndexedDB, as in a private window that refuses it.
beforeEach(async () => {
  await keepEntry({
    path: '/api/contact',
    body: {
      name: 'Ana Uno',
      email: 'ana@example.org',
      inquiryType: 'other',
      message: 'Hello there, agent.',
    },
  });
  waiting = await unsentInquiries();
});

test('W-14 where the browser keeps nothing, nobody reads that the message is on the phone', async () => {
  const nothing = () => undefined;
  await show(
    <SiteTextProvider language="en" texts={english} onChoose={nothing}>
      <UnsentMessages
        latest={null}
        isStoring={false}
        unsent={{ waiting, refused: [], look: nothing, discard: nothing }}
        onCorrect={undefined}
      />
    </SiteTextProvider>,
  );

  expect(document.body.textContent).toContain('Not sent yet');
  expect(document.body.textContent).toContain('Leave this page open');
  expect(document.body.textContent).not.toContain('on this phone');
  expect(document.body.textContent).toContain('Hello there, agent.');
});
