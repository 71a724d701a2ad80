import type { Transaction } from './idb-inside.ts';

/** The disk of a device. */
export interface Disk {
  /** No room is left: writes fail until history is deleted. */
  isFull: boolean;
  refusedWrites: number;
}

/** Fails writes while the device is full; deleting history makes room. */
export function refuseWhenFull(transaction: Transaction, disk: Disk): void {
  let isWrite = false;
  const exec = transaction._execRequestAsync.bind(transaction);
  transaction._execRequestAsync = (asked) => {
    if (!isWrite || !disk.isFull) return exec(asked);
    const operation = () => {
      if (!disk.isFull) return asked.operation();
      disk.refusedWrites += 1;
      throw new DOMException('There is no room left.', 'QuotaExceededError');
    };
    return exec({ ...asked, operation });
  };
  const { objectStore } = transaction;
  transaction.objectStore = (name) => {
    const store = objectStore.call(transaction, name);
    for (const method of ['add', 'put'] as const) {
      const original = Object.getPrototypeOf(store)[method];
      store[method] = (...given: unknown[]) => {
        isWrite = true;
        try {
          return original.apply(store, given);
        } finally {
          isWrite = false;
        }
      };
    }
    const remove = Object.getPrototypeOf(store).delete;
    store.delete = (...given: unknown[]) => {
      if (name === 'historyPages') disk.isFull = false;
      return remove.apply(store, given);
    };
    return store;
  };
}
