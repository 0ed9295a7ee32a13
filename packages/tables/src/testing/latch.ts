/** A point at which others wait until a test opens it. */
export interface Latch {
  readonly opened: Promise<void>;
  open(): void;
}

/** Creates a closed {@link Latch}. */
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
