/** A point that a test lets others pass when it decides. */
export interface Latch {
  readonly opened: Promise<void>;
  open(): void;
}

/** A closed {@link Latch}. */
export const createLatch = (): Latch => {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    opened,
    open: () => {
      open();
    },
  };
};
