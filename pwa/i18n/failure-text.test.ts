import { expect, test } from 'vitest';
import { ApiError, Unreachable } from '#pwa/api/api-error.ts';
import { failureText } from './failure-text.ts';
import office from './locales/en/office.json';
import { translate } from './translate.ts';

const t: Parameters<typeof failureText>[0] = (key, values) =>
  translate(office, undefined, 'en', key, values);

function refusal(status: number, body: string, headers: Record<string, string> = {}): ApiError {
  return new ApiError(new Response(body, { status, headers }), body);
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

test('X-09 an answer that nobody planned speaks for itself', () => {
  expect(failureText(t, refusal(502, 'upstream died'))).toBe('502: upstream died');
});
