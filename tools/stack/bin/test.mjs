// `npm test`: every test, on a stack of its own. Built-ins only: this runs before anything is installed.
import { resolve } from 'node:path';
import { bootstrap } from './bootstrap.js';

// Hundreds of services and loyaltyctl start in one run: each finds the code of its bundle compiled.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, '../../../node_modules/.cache/node');
const settings = await bootstrap('test');
const { runTests } = await import('../dist/tests/test-run.js');
await runTests(settings);
