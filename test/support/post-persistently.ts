import type { Api, ApiAnswer } from './api.ts';

/** At a deadline of 3 s each, longer than an engine is ever away in a test. */
const triesMax = 20;

/** Posts as a till does: while the service cannot tell, the same body is sent again. */
export const postPersistently = async (api: Api, path: string, body: unknown): Promise<ApiAnswer> => {
  let answer = await api.post(path, body);
  for (let tries = 1; answer.status === 503 && tries < triesMax; tries += 1) {
    answer = await api.post(path, body);
  }
  return answer;
};
