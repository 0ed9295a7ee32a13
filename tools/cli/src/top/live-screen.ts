import type { Terminal } from '../terminal.ts';

/** A separate screen of the terminal, until a person ends it. */
export interface LiveScreen {
  /** Aborted on q or Ctrl-C. */
  readonly ended: AbortSignal;
  show(lines: readonly string[]): void;
  /** Restores the terminal. */
  close(): void;
}

const enter = '\x1b[?1049h\x1b[?25l';
const leave = '\x1b[?25h\x1b[?1049l';
const home = '\x1b[H';
const restOfLine = '\x1b[K';
const restOfScreen = '\x1b[J';
/** q, or Ctrl-C as a terminal in raw mode sends it. */
const quitKeys = ['q', 'Q', '\x03'];

interface Keyboard {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): void;
}

interface Window {
  readonly columns?: number;
  readonly rows?: number;
}

/** Switches to the terminal's alternate screen and reads its keys. It cuts off lines that do not fit, so that nothing scrolls. */
export const openLiveScreen = ({ input, out }: Terminal): LiveScreen => {
  const ending = new AbortController();
  const onKeys = (keys: Buffer | string): void => {
    const typed = keys.toString();
    if (quitKeys.some((key) => typed.includes(key))) ending.abort();
  };
  const onSignal = (): void => {
    ending.abort();
  };
  // In raw mode Ctrl-C is a normal key; without a keyboard it is a signal.
  (input as Keyboard).setRawMode?.(true);
  input.on('data', onKeys);
  process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
  out.write(enter);
  return {
    ended: ending.signal,
    show: (lines) => {
      const { columns = 80, rows = 24 } = out as Window;
      const shown = lines.slice(0, rows - 1).map((line) => `${line.slice(0, columns)}${restOfLine}\n`);
      out.write(`${home}${shown.join('')}${restOfScreen}`);
    },
    close: () => {
      out.write(leave);
      process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
      input.off('data', onKeys).pause();
      (input as Keyboard).setRawMode?.(false);
    },
  };
};
