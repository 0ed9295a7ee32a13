/** The result of a server's work while a lock blocks it; the work is tried again later. */
export const blocked = Symbol('blocked');

/** The pause of simulated time after which blocked work is tried again, in milliseconds. */
export const blockedMs = 40;

/**
 * The connection of a process to a server. At every call a scheduler may choose who continues. A simulated line may
 * also refuse the call, or do the work and lose the result.
 */
export interface ServerLine {
  call<T>(what: string, work: () => T | typeof blocked): Promise<T>;
}

/** A line without delay or loss. */
export const directLine: ServerLine = {
  call: async (_, work) => {
    let result = work();
    while (result === blocked) {
      await new Promise((resolve) => setImmediate(resolve));
      result = work();
    }
    return result;
  },
};
