// `npm test`: every test, on a stack of its own. Built-ins only: this runs before anything is installed.
import { bootstrap } from './bootstrap.js';

const settings = await bootstrap('test');
const { runTests } = await import('../dist/tests/test-run.js');
await runTests(settings);
