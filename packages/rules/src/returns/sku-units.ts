/** Units of a product in thousandths. The product is named by the hash of its sku. */
export interface SkuUnits {
  readonly hash: number;
  readonly thousandths: number;
}

/** Units with their cost in thousandths of a cent. */
export interface SkuCost extends SkuUnits {
  readonly cost: number;
}

const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/**
 * Returns the FNV-1a hash of 32 bits over the sku's UTF-8. Two skus of a receipt have the same hash in one of
 * four thousand million pairs.
 */
export const skuHashOf = (sku: string): number => {
  let hash = offsetBasis;
  for (let at = 0; at < sku.length; at += 1) {
    const code = sku.charCodeAt(at);
    if (code > 127) return hashOf(Buffer.from(sku));
    hash = Math.imul(hash ^ code, prime);
  }
  return hash >>> 0;
};

const hashOf = (bytes: Buffer): number =>
  bytes.reduce((hash, byte) => Math.imul(hash ^ byte, prime), offsetBasis) >>> 0;

/** Adds up the units with the same hash, in the order in which they come. */
export const sumsBySku = (units: readonly SkuUnits[]): readonly SkuUnits[] => {
  const sums = new Map<number, number>();
  for (const { hash, thousandths } of units) sums.set(hash, (sums.get(hash) ?? 0) + thousandths);
  return [...sums].map(([hash, thousandths]) => ({ hash, thousandths }));
};

/** Encodes the returned units of skus: the hash and the thousandths of each. */
export const encodeSkus = (skus: readonly SkuUnits[]): Buffer => {
  const bytes = Buffer.alloc(skus.length * skuBytes);
  for (const [n, { hash, thousandths }] of skus.entries()) {
    bytes.writeUInt32BE(hash, n * skuBytes);
    bytes.writeUIntBE(thousandths, n * skuBytes + 4, 6);
  }
  return bytes;
};

/** Thousandths are at most those that earned: of 500 lines 5 × 10^10, in 6 bytes. */
const skuBytes = 10;

export const decodeSkus = (bytes: Buffer): readonly SkuUnits[] =>
  Array.from({ length: Math.floor(bytes.length / skuBytes) }, (_, n) => ({
    hash: bytes.readUInt32BE(n * skuBytes),
    thousandths: bytes.readUIntBE(n * skuBytes + 4, 6),
  }));
