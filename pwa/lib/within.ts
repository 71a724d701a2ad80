/** The work did not end in time. It may still end later. */
class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** Waits for work, at most `limit` ms; then throws TookTooLong. */
export function within<Value>(limit: number, work: PromiseLike<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TookTooLong(`No end within ${limit} ms.`)), limit);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
