import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestError } from 'playwright/types/testReporter';

/**
 * Prints the errors that belong to no journey once more at the end: the reporter of the journeys tells them where they
 * happen, and only counts them in its summary.
 */
export default class ErrorsOfNone implements Reporter {
  readonly #errors: TestError[] = [];

  onError(error: TestError): void {
    this.#errors.push(error);
  }

  onEnd(): void {
    for (const { message, value, stack } of this.#errors)
      console.error(
        stripVTControlCharacters(stack ?? message ?? value ?? 'An error without a word.'),
      );
  }

  printsToStdio(): boolean {
    return true;
  }
}
