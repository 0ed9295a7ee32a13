import type { Api, ApiAnswer } from './api.ts';

/** At a deadline of 3 s each, longer than any engine is down in a test. */
const triesMax = 20;

/** Posts like a till: repeats the same body while the service responds 503. */
export const postPersistently = async (api: Api, path: string, body: unknown): Promise<ApiAnswer> => {
  let answer = await api.post(path, body);
  for (let tries = 1; answer.status === 503 && tries < triesMax; tries += 1) {
    answer = await api.post(path, body);
  }
  return answer;
};
