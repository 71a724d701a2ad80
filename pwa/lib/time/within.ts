/** Waits for work, at most `limit` ms; then throws. The work may still end later. */
export function within<Value>(limit: number, work: PromiseLike<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject);
    setTimeout(() => reject(new Error(`No end within ${limit} ms.`)), limit);
  });
}
