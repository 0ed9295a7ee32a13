const seed = 0x9747b28c;
const multiplier = 0x5bd1e995;
const shift = 24;

/** Returns the hash by which Java's default partitioner places a key, as an int32. */
export const murmur2 = (key: Buffer): number => {
  const { length } = key;
  const whole = length & ~3;
  let hash = seed ^ length;
  for (let at = 0; at < whole; at += 4) {
    let word = Math.imul(key.readInt32LE(at), multiplier);
    word = Math.imul(word ^ (word >>> shift), multiplier);
    hash = Math.imul(hash, multiplier) ^ word;
  }
  return finish(withTail(hash, key, whole));
};

const withTail = (hash: number, key: Buffer, from: number): number => {
  if (from === key.length) return hash;
  let tail = 0;
  for (let at = key.length - 1; at >= from; at -= 1) tail = (tail << 8) | (key[at] ?? 0);
  return Math.imul(hash ^ tail, multiplier);
};

const finish = (hash: number): number => {
  const mixed = Math.imul(hash ^ (hash >>> 13), multiplier);
  return mixed ^ (mixed >>> 15);
};
