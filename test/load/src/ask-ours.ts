import type { Contender } from './contender.ts';

/** Calls an operation of the tenant, such as `POST /tiers`; throws when it is refused. */
export const askOurs = async <T>({ urls, key }: Contender, asked: string, body?: object): Promise<T> => {
  const [method = '', path = ''] = asked.split(' ');
  const answer = await fetch(urls.evaluate.replace('/transactions/evaluate', path), {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${asked} was answered ${answer.status.toString()}: ${text}`);
  return JSON.parse(text) as T;
};

const askedTimes = 30;

/** Asks one after the other, and returns the times in milliseconds. */
export const timesOfOurs = async (tenant: Contender, asked: string): Promise<number[]> => {
  const timesMs: number[] = [];
  for (let n = 0; n < askedTimes; n += 1) {
    const beganMs = performance.now();
    await askOurs(tenant, asked);
    timesMs.push(performance.now() - beganMs);
  }
  return timesMs;
};
