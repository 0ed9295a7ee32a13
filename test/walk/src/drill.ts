import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { printLine } from '@loyalty/stack';
import { defineDrill } from '@loyalty/stack/drill';
import { startTestServer } from '@loyalty/testkit/servers';
import { pageOf, pagePath } from './page.ts';
import { type Calls, type RecordedStack, root, startRecordedStack } from './recorded-stack.ts';
import { prepareRequests } from './requests.ts';

/** Longer than the pause between any two heartbeats or looks, and shorter than that between two runs of a job. */
const restMs = 20_000;
const rests = 3;
/** After two looks of the outbox sweeper, 3 s apart, nothing follows from a request. */
const windowMs = 8_000;
const rounds = 5;

const about = `
Writes ${pagePath}: the files of ours that an evaluate, a redeem, a return and an event go through, process by process.
Starts a stack in .loyalty/walk, each service with a hook in its modules that notes the first call of each function. Sends every request
once, records a minute in which nobody sends anything, and then sends each request ${rounds.toString()} times. A function is on the page if it
is called each time, and is not called in each third of the minute at rest. It takes five minutes, and says whether the page has changed.`;

export const drill = defineDrill({
  about,
  options: {},
  run: async () => {
    const receiver = await startTestServer((_request, response) => response.writeHead(204).end());
    const stack = await startRecordedStack();
    try {
      write(await walk(stack, receiver.origin));
    } finally {
      await stack.stop();
      await receiver.close();
    }
  },
});

const walk = async (stack: RecordedStack, receiverUrl: string): Promise<string> => {
  const requests = await prepareRequests(stack.baseUrl, receiverUrl);
  const record = async (send: () => Promise<void>, forMs: number): Promise<Calls> => {
    await stack.takeCalls();
    await send();
    await pause(forMs);
    return stack.takeCalls();
  };
  for (const { send } of requests) await record(send, windowMs);
  printLine('Recording a minute at rest');
  const atRest: Calls[] = [];
  for (let rest = 1; rest <= rests; rest += 1) atRest.push(await record(() => Promise.resolve(), restMs));
  const recorded = requests.map(({ title, about: what }) => ({ title, about: what, calls: [] as Calls[] }));
  for (let round = 1; round <= rounds; round += 1) {
    printLine(`Round ${round.toString()} of ${rounds.toString()}`);
    for (const [at, { send }] of requests.entries()) recorded[at]?.calls.push(await record(send, windowMs));
  }
  return pageOf(recorded, atRest);
};

const write = (page: string): void => {
  const path = join(root, pagePath);
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  writeFileSync(path, page);
  printLine(page === before ? `${pagePath} is as it was.` : `${pagePath} has changed: see git diff.`);
};
