// `npm start`: the whole system on this machine. Built-ins only: this runs before anything is installed.
import { bootstrap } from './bootstrap.js';

const settings = await bootstrap('start');
const { runStart } = await import('../dist/start.js');
await runStart(settings);
