// Prints golden/decisions.ndjson anew; see README.md for when that is allowed.
const { recordGolden } = await import(
  new URL('../dist/golden/testing/record-golden.js', import.meta.url).href
);

const [seed, lives] = [20260310, 55];
for (const line of recordGolden(seed, lives)) console.log(line);
