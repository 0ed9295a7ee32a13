import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openLineSource } from '../files/line-source.ts';
import type { Reject } from '../files/rejects-file.ts';
import { createReceiptParser, type Receipt, type ReceiptSink } from './parse-receipt.ts';
import { ReceiptSender } from './send-receipts.ts';

const bodyOf = (line: number): string =>
  JSON.stringify({ transactionRef: `r-${line.toString()}`, memberRef: 'm', amount: line });

/** Takes everything at once, or fails at a line. */
const createCollector = (failAtLine = Infinity): ReceiptSink & { readonly lines: number[] } => {
  const lines: number[] = [];
  return {
    lines,
    take: (receipts: readonly Receipt[]) => {
      lines.push(...receipts.map(({ line }) => line.number).filter((line) => line < failAtLine));
      return receipts.some(({ line }) => line.number >= failAtLine)
        ? Promise.reject(new Error('the sink is full'))
        : Promise.resolve();
    },
    drain: () => Promise.resolve(),
    stop: () => undefined,
    acknowledged: () => lines.length,
    firstUnsettled: () => null,
  };
};
const parse = createReceiptParser();
const sendingOf = async (chunks: readonly string[], sink: ReceiptSink, fromLine = 1) => {
  const rejects: Reject[] = [];
  const source = await openLineSource('-', Readable.from(chunks.map((chunk) => Buffer.from(chunk))));
  const add = (reject: Reject): void => void rejects.push(reject);
  return { rejects, sending: new ReceiptSender({ source, sink, rejects: { add }, parse, fromLine }) };
};

test('sound lines go through, the others are rejected with their numbers', async () => {
  const sink = createCollector();
  const { rejects, sending } = await sendingOf([`${bodyOf(1)}\nnonsense\n\n${bodyOf(4)}\n`, '{}'], sink);
  await sending.run();
  expect(sink.lines).toEqual([1, 4]);
  expect(rejects.map(({ line, text }) => [line, text])).toEqual([
    [2, 'nonsense'],
    [5, '{}'],
  ]);
  expect(sending.isAtEnd).toBe(true);
  expect([sending.expected, sending.nextLine]).toEqual([2, 6]);
});

test('lines before --from-line are passed over, malformed ones too', async () => {
  const sink = createCollector();
  const { rejects, sending } = await sendingOf([`nonsense\n${bodyOf(2)}\n${bodyOf(3)}`], sink, 3);
  await sending.run();
  expect([sink.lines, rejects]).toEqual([[3], []]);
});

test('a stop ends the reading at a line, and tells which is next', async () => {
  const sink = createCollector();
  const { sending } = await sendingOf([`${bodyOf(1)}\n${bodyOf(2)}\n{"transac`, 'tionRef"'], {
    ...sink,
    take: (receipts) => {
      sending.stop();
      return sink.take(receipts);
    },
  });
  await sending.run();
  expect(sink.lines).toEqual([1, 2]);
  expect([sending.isAtEnd, sending.nextLine]).toEqual([false, 3]);
});

test('a source that breaks ends the run as a stop does, and tells which line is next', async () => {
  const packed = gzipSync(Array.from({ length: 100 }, (_, at) => `${bodyOf(at + 1)}\n`).join(''));
  packed.writeUInt8((packed.at(-8) ?? 0) ^ 1, packed.length - 8);
  const sink = createCollector();
  const source = await openLineSource('-', Readable.from([packed]));
  const sending = new ReceiptSender({ source, sink, rejects: { add: () => undefined }, parse, fromLine: 1 });
  await sending.run();
  expect(sink.lines).toHaveLength(100);
  expect([sending.isAtEnd, sending.nextLine]).toEqual([false, 101]);
  expect(sending.broken?.message).toMatch(
    /^standard input could not be read to its end \(incorrect data check/,
  );
});

test('a sink that fails ends the run', async () => {
  const { sending } = await sendingOf(
    [`${bodyOf(1)}\n`, `${bodyOf(2)}\n`, `${bodyOf(3)}\n`],
    createCollector(2),
  );
  await expect(sending.run()).rejects.toThrow('the sink is full');
  expect(sending.isAtEnd).toBe(false);
});
