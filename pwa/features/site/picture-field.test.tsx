// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import de from '#pwa/i18n/locales/de/office.json' with { type: 'json' };
import en from '#pwa/i18n/locales/en/office.json' with { type: 'json' };
import es from '#pwa/i18n/locales/es/office.json' with { type: 'json' };
import fr from '#pwa/i18n/locales/fr/office.json' with { type: 'json' };
import it from '#pwa/i18n/locales/it/office.json' with { type: 'json' };
import { doing, show, the } from '#pwa/test/show.tsx';
import { PictureField } from './picture-field.tsx';

const BOX = '\0\0\0\x18ftyp';

/** What stands at the field after a file of these first bytes was chosen. */
async function refused(bytes: string, decode: () => Promise<unknown>): Promise<string | null> {
  vi.stubGlobal('createImageBitmap', decode);
  await show(
    <PictureField
      name="portrait"
      alt=""
      removeLabel=""
      published={null}
      draft={undefined}
      croppings={{ current: new Map() }}
      onChange={() => {}}
    />,
  );
  const input = the<HTMLInputElement>('input[type="file"]');
  const content = Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
  // Its name and type say nothing.
  const file = new File([content], 'me.jpg', { type: 'image/jpeg' });
  Object.defineProperty(input, 'files', { value: [file] });
  await doing(() => input.dispatchEvent(new Event('change', { bubbles: true })));
  await vi.waitFor(() => expect(the('[role="alert"]').textContent).not.toBe(''));
  const id = the('button').getAttribute('aria-describedby');
  return document.getElementById(id ?? '')?.textContent ?? null;
}

const undecoded = () => Promise.reject(new DOMException('', 'InvalidStateError'));

test.for([
  ['a HEIC of an iPhone', `${BOX}heic\0\0\0\0`, 'heic'],
  ['a HEIF of another phone', `${BOX}mif1\0\0\0\0`, 'heic'],
  ['a HEIC with several pictures', `${BOX}hevc\0\0\0\0`, 'heic'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ', 'noPicture'],
  ['a film', `${BOX}isom\0\0\0\0`, 'noPicture'],
  ['a text', 'x', 'noPicture'],
  ['nothing', '', 'noPicture'],
  ['a JPEG cut off', '\xff\xd8\xff\xe0\0\x10JFIF', 'unreadable'],
  ['a PNG cut off', '\x89PNG\r\n\x1a\n', 'unreadable'],
  ['a WebP cut off', 'RIFF\0\0\0\0WEBP', 'unreadable'],
  ['an AVIF', `${BOX}avif\0\0\0\0`, 'unreadable'],
] as const)('%s is refused with the reason at its field', async ([, bytes, reason]) => {
  expect(await refused(bytes, undecoded)).toBe(`site.portrait.${reason}`);
});

test.for([
  [239, 300],
  [240, 299],
  [1, 1],
])('a picture of %i × %i is too small', async ([width, height]) => {
  const decode = async () => ({ width, height });
  expect(await refused('\x89PNG', decode)).toBe('site.portrait.tooSmall');
});

test('every reason says what is wrong in every language, and French keeps its colon on the line', () => {
  const texts = [en, de, es, fr, it].map(({ site }) => site.portrait);
  for (const reason of ['heic', 'noPicture', 'unreadable', 'tooSmall'] as const) {
    expect(new Set(texts.map((portrait) => portrait[reason])).size).toBe(5);
  }
  for (const { tooSmall } of texts) {
    expect(tooSmall.match(/\{\{\w+\}\}/g)).toEqual([
      '{{width}}',
      '{{height}}',
      '{{minWidth}}',
      '{{minHeight}}',
    ]);
  }
  expect(`${fr.site.portrait.tooSmall}${fr.site.portrait.unreadable}`).not.toMatch(/[^\u00a0]:/);
});
