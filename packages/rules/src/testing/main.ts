import { recordGolden } from './record-golden.ts';

const [seed, lives] = [20_260_310, 55];

// eslint-disable-next-line no-console -- what is printed is golden/decisions.ndjson; README.md says when.
console.log(recordGolden(seed, lives).join('\n'));
