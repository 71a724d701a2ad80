import { expect, test } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { failureText } from './failure-text.ts';
import office from './locales/en/office.json';
import { translate } from './translate.ts';

const t: Parameters<typeof failureText>[0] = (key, values) =>
  translate(office, undefined, 'en', key, values);

function refusal(status: number, body: string, headers: Record<string, string> = {}): ApiError {
  const json = { 'Content-Type': 'application/json', ...headers };
  return new ApiError(new Response(body, { status, headers: json }), body);
}

test('Q-36 a known code is said in the language of the page', () => {
  const body = JSON.stringify({ message: 'No.', code: 'wrong-credentials' });
  expect(failureText(t, refusal(401, body))).toBe('Invalid username or password.');
});

test('a wait that the server asks for is said with the reason', () => {
  const body = JSON.stringify({ message: 'Slow down.', code: 'too-many-requests' });
  expect(failureText(t, refusal(429, body, { 'Retry-After': '30' }))).toContain('30 seconds');
});

test('no connection is said as such', () => {
  expect(failureText(t, new Unreachable('No answer.'))).toBe(
    'The server cannot be reached. Please check your connection.',
  );
});

test('an answer of something between is no answer of ours, whatever it holds', () => {
  const html = { 'Content-Type': 'text/html' };
  const ours = JSON.stringify({ message: 'No.', code: 'wrong-credentials' });
  for (const [status, body, headers] of [
    [502, 'upstream died', { 'Content-Type': 'text/plain' }],
    [407, '<h1>Proxy</h1>', html],
    [401, ours, html],
    [503, '', {}],
  ] as const) {
    const error = refusal(status, body, headers);
    expect(error.problem).toBeNull();
    if (body !== ours) {
      expect(failureText(t, error)).toContain(`something on the way to it did (${status})`);
    }
  }
  const message = JSON.stringify({ message: 'Closed today.' });
  expect(failureText(t, refusal(403, message))).toBe('Closed today.');
});
