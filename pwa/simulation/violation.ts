/** Something that must never be so. */
export class Violation extends Error {
  override readonly name = 'Violation';

  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 10;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}
