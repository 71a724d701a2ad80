// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { MailReport, OutgoingMail } from '#contract/mails.ts';
import { show } from '#pwa/test/show.tsx';
import { MailsCard } from './mails-card.tsx';

const EMPTY: MailReport = { enabled: true, waiting: 0, sent: 0, failed: 0, mails: [] };
const MAIL: OutgoingMail = {
  id: '0190f5fe-7c00-7a00-8000-000000000001',
  kind: 'confirmation',
  address: 'ana@example.org',
  createdAt: '2026-06-01T10:00:00.000Z',
  state: 'waiting',
  tries: 0,
  nextTryAt: '2026-06-01T10:00:00.000Z',
  failure: null,
  answer: null,
};

async function shown(report: MailReport | null): Promise<string> {
  await show(<MailsCard report={report} onChanged={() => undefined} />);
  return document.body.textContent ?? '';
}

test('before the queue was read nothing is shown', async () => {
  expect(await shown(null)).toBe('');
});

test('without a mail server a sentence says so', async () => {
  const text = await shown({ ...EMPTY, enabled: false });
  expect(text).toContain('mails.off');
  expect(text).not.toContain('mails.waiting');
});

test('a mail that waits tells why, and when it is tried next', async () => {
  const mail = { ...MAIL, tries: 1, failure: 'later', answer: '451 Greylisted' } as const;
  const text = await shown({ ...EMPTY, waiting: 1, mails: [mail] });
  expect(text).toContain('ana@example.org');
  expect(text).toContain('mails.reasons.later');
  expect(text).toContain('mails.nextTry');
  expect(text).toContain('mails.kind.confirmation');
  expect(document.querySelector('button')).toBeNull();
});

test('a kind that only a newer server knows is shown as its word', async () => {
  expect(await shown({ ...EMPTY, waiting: 1, mails: [{ ...MAIL, kind: 'invoice' }] })).toContain(
    'invoice',
  );
});
