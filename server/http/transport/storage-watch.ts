import { failureOf } from '#prisma/failures.ts';

/**
 * Whether the database refused the last write of a caller because its disk is full. It costs nothing, and also holds
 * for quotas and for PostgreSQL on another machine, whose disk this process cannot see.
 */
export class StorageWatch {
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  written(): void {
    this.#isFull = false;
  }

  failed(error: unknown): void {
    if (failureOf(error) === 'storage-full') this.#isFull = true;
  }
}
