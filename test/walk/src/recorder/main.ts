import { createServer } from 'node:http';
import { register } from 'node:module';

// A service is started with `--import` of this file and `?port=`. It then tells there which functions were called, in the order of their
// first call, since it was asked before.
const calledFunctions = new Set<string>();
Object.assign(globalThis, { calledFunctions });
register('./load.js', import.meta.url);

const port = Number(new URL(import.meta.url).searchParams.get('port'));
createServer((_request, response) => {
  response.end(JSON.stringify([...calledFunctions]));
  calledFunctions.clear();
})
  .listen(port, '127.0.0.1')
  .unref();
