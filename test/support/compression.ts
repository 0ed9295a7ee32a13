import kafkajs from 'kafkajs';

// Not all of its names are known when it is loaded as an ES module.
const { CompressionCodecs, CompressionTypes } = kafkajs;

/** The input of a kafkajs codec: an encoder of the records of one batch. */
interface Records {
  readonly buffer: Buffer;
}

const uint = (bytes: number, value: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

const piecesOf = (content: Buffer, bytesMax: number): Buffer[] =>
  Array.from({ length: Math.ceil(content.length / bytesMax) }, (_, n) =>
    content.subarray(n * bytesMax, (n + 1) * bytesMax),
  );

/** Builds an LZ4 frame of stored blocks, which is legal and needs no compressor. */
const lz4Frame = (content: Buffer): Buffer => {
  // Magic; version 1 with independent blocks of 64 KiB at most; the checksum of these two bytes.
  const head = Buffer.from('04224d18604082', 'hex');
  const blocks = piecesOf(content, 65_536).flatMap((piece) => [uint(4, 0x8000_0000 + piece.length), piece]);
  return Buffer.concat([head, ...blocks, uint(4, 0)]);
};

/** Builds a Zstandard frame of raw blocks with the content's size in four bytes. */
const zstdFrame = (content: Buffer): Buffer => {
  const pieces = piecesOf(content, 65_536);
  const blocks = pieces.flatMap((piece, n) => [
    uint(3, piece.length * 8 + Number(n === pieces.length - 1)),
    piece,
  ]);
  return Buffer.concat([Buffer.from('28b52ffda0', 'hex'), uint(4, content.length), ...blocks]);
};

/** Builds Snappy as Java writes it: a header of its own, then chunks, each one literal. */
const snappyChunks = (content: Buffer): Buffer => {
  const head = Buffer.from('82534e41505059000000000100000001', 'hex');
  const chunks = piecesOf(content, 32_768).flatMap((piece) => {
    const length = Buffer.from([
      (piece.length & 0x7f) | 0x80,
      ((piece.length >> 7) & 0x7f) | 0x80,
      piece.length >> 14,
    ]);
    const chunk = Buffer.concat([length, Buffer.from([61 << 2]), uint(2, piece.length - 1), piece]);
    const size = Buffer.alloc(4);
    size.writeInt32BE(chunk.length);
    return [size, chunk];
  });
  return Buffer.concat([head, ...chunks]);
};

const codecOf = (compressed: (content: Buffer) => Buffer) => () => ({
  compress: ({ buffer }: Records) => Promise.resolve(compressed(buffer)),
});

/** Adds codecs to kafkajs in this process, to send what producers in other languages send. kafkajs has gzip itself. */
export const teachCompression = (): void => {
  CompressionCodecs[CompressionTypes.LZ4] = codecOf(lz4Frame);
  CompressionCodecs[CompressionTypes.ZSTD] = codecOf(zstdFrame);
  CompressionCodecs[CompressionTypes.Snappy] = codecOf(snappyChunks);
};

/** The compressions of a batch. */
export const compressions = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  snappy: CompressionTypes.Snappy,
  lz4: CompressionTypes.LZ4,
  zstd: CompressionTypes.ZSTD,
} as const;

export type Compression = keyof typeof compressions;
