/** Waits until the condition holds. Fails after 20 s, far longer than a busy machine needs. */
export const eventually = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
  const until = Date.now() + 20_000;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`not within 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
