import { expect, test } from 'vitest';
import { consentIn, consentNote } from './guardian-consent.ts';

const CONSENT = { on: '2026-11-23', name: 'María Ruiz (mother)', way: 'written' } as const;

test('a consent is read from the note that it was written into', () => {
  expect(consentIn(consentNote(CONSENT))).toEqual({ consent: CONSENT, rest: null });
  expect(consentIn(`${consentNote(CONSENT)}\nMeet on Friday.\nBring the form.`)).toEqual({
    consent: CONSENT,
    rest: 'Meet on Friday.\nBring the form.',
  });
});

test('any other note has none', () => {
  for (const notes of [null, '', 'Consent of a guardian?', `Then: ${consentNote(CONSENT)}`]) {
    expect(consentIn(notes)).toBeNull();
  }
  expect(consentIn(consentNote(CONSENT).replace('written', 'by dove'))).toBeNull();
});
