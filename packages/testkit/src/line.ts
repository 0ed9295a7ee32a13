/** What a server's work answers while a lock is in its way: it is tried again later. */
export const blocked = Symbol('blocked');

/**
 * The way from a process to a server and back. Every call is a point where a scheduler may choose who goes on; a
 * simulated line may also refuse the call, or do the work and lose the answer.
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
