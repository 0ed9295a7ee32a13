// Decides the inputs of golden/decisions.ndjson again, adds the lives that are not in it yet, and prints what
// changed.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { goldenLives } from '../dist/golden/testing/golden-lives.js';
import { recordGolden } from '../dist/golden/testing/record-golden.js';

const path = new URL('../golden/decisions.ndjson', import.meta.url);
const written = new URL('../golden/decisions.ndjson.new', import.meta.url);

const before = readFileSync(path, 'utf8').trimEnd().split('\n');
const lines = recordGolden(
  before.map((line) => JSON.parse(line)),
  goldenLives,
);
const after = lines.map((line) => JSON.stringify(line));

// Written whole beside the old file, which stays until then.
writeFileSync(written, `${after.join('\n')}\n`);
renameSync(written, path);

const changed = before.filter((line, place) => line !== after[place]).length;
console.log(`${before.length} decisions: ${changed} changed, ${after.length - before.length} added.`);
