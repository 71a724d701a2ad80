/** Waits for work, at most `limit` ms; then throws a TimeoutError. The work may still end later. */
export function within<Value>(limit: number, work: PromiseLike<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    const expire = () => reject(new DOMException(`No end within ${limit} ms.`, 'TimeoutError'));
    timer = setTimeout(expire, limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
