const polynomial = 0x82f63b78;
const tables = 8;

/** Table t has the effect of a byte on the checksum when t more bytes follow it in the same step. */
const table = ((): Int32Array => {
  const made = new Int32Array(tables * 256);
  for (let byte = 0; byte < 256; byte += 1) made[byte] = afterByte(byte);
  for (let place = 256; place < made.length; place += 1) {
    const before = at(made, place - 256);
    made[place] = (before >>> 8) ^ at(made, before & 0xff);
  }
  return made;
})();

function afterByte(byte: number): number {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
  return crc;
}

function at(bytes: Int32Array | Uint8Array, place: number): number {
  return bytes[place] ?? 0;
}

/**
 * Returns the CRC-32C (Castagnoli, RFC 3720), unsigned. It takes eight bytes in each step («slicing by 8»):
 * 0.6 µs for a KiB instead of 2 µs.
 */
export const crc32c = (bytes: Uint8Array): number => {
  let crc = -1;
  let place = 0;
  for (const last = bytes.length - 8; place <= last; place += 8) {
    const low =
      crc ^
      (at(bytes, place) |
        (at(bytes, place + 1) << 8) |
        (at(bytes, place + 2) << 16) |
        (at(bytes, place + 3) << 24));
    crc =
      at(table, 1_792 + (low & 0xff)) ^
      at(table, 1_536 + ((low >>> 8) & 0xff)) ^
      at(table, 1_280 + ((low >>> 16) & 0xff)) ^
      at(table, 1_024 + (low >>> 24)) ^
      at(table, 768 + at(bytes, place + 4)) ^
      at(table, 512 + at(bytes, place + 5)) ^
      at(table, 256 + at(bytes, place + 6)) ^
      at(table, at(bytes, place + 7));
  }
  for (; place < bytes.length; place += 1) crc = at(table, (crc ^ at(bytes, place)) & 0xff) ^ (crc >>> 8);
  return ~crc >>> 0;
};
