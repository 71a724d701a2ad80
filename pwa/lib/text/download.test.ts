// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { download } from './download.ts';

test('Q-25 a file is handed over under its name and its memory given back', async () => {
  vi.useFakeTimers();
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:code');
  const freed = vi.spyOn(URL, 'revokeObjectURL');
  const clicked: [string, string][] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    clicked.push([this.href, this.download]);
  });
  const file = new Blob(['png']);

  download(file, 'campaign-fair.png');

  expect(made).toHaveBeenCalledWith(file);
  expect(clicked).toEqual([['blob:code', 'campaign-fair.png']]);
  expect(freed).not.toHaveBeenCalled();
  vi.runAllTimers();
  expect(freed).toHaveBeenCalledWith('blob:code');
  vi.useRealTimers();
});
