/** What a promise is rejected with. Throws, and so fails the test, when it is not rejected. */
export async function reasonOf(promise: PromiseLike<unknown>): Promise<unknown> {
  const [outcome] = await Promise.allSettled([promise]);
  if (outcome.status === 'fulfilled') throw new Error('The promise was to be rejected.');
  return outcome.reason;
}
