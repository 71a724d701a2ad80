// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { download } from './download.ts';

const file = new Blob(['a,b'], { type: 'text/csv' });

afterEach(() => {
  Reflect.deleteProperty(navigator, 'standalone');
  vi.restoreAllMocks();
});

test('a browser downloads a file under its name', () => {
  const [share, links] = [shareThat(async () => undefined), clicked()];
  void download(file, 'players.csv');
  expect(links).toEqual(['players.csv']);
  expect(share).not.toHaveBeenCalled();
});

test('an app on iOS shares it; closed, the sheet was enough', async () => {
  installed();
  const links = clicked();
  const share = shareThat(() => Promise.reject(new DOMException('closed', 'AbortError')));
  void download(file, 'players.csv');
  expect(share).toHaveBeenCalledOnce();
  const [shared] = share.mock.calls[0] ?? [];
  expect(shared?.files?.map(({ name, type }) => [name, type])).toEqual([
    ['players.csv', 'text/csv'],
  ]);
  await new Promise(setImmediate);
  expect(links).toEqual([]);
});

test('an app on iOS whose press was too long ago, or that cannot share, downloads it', async () => {
  installed();
  const links = clicked();
  shareThat(() => Promise.reject(new DOMException('no press', 'NotAllowedError')));
  void download(file, 'late.csv');
  await vi.waitFor(() => expect(links).toEqual(['late.csv']));
  shareThat(async () => undefined, false);
  void download(file, 'other.csv');
  expect(links).toEqual(['late.csv', 'other.csv']);
});

function installed(): void {
  Object.defineProperty(navigator, 'standalone', { configurable: true, value: true });
}

function shareThat(share: Navigator['share'], can = true) {
  const stub = vi.fn(share);
  Object.assign(navigator, { share: stub, canShare: () => can });
  return stub;
}

/** Names of the files that are downloaded from now on. */
function clicked(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download);
  });
  return names;
}
