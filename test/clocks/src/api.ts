/** The response to a call. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The API of one ingress, called as a till does. */
export interface Api {
  post(path: string, body: object): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

export const createApi = (baseUrl: string, key: string): Api => {
  const call = async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
    return { status: answer.status, text: await answer.text() };
  };
  return { post: (path, body) => call('POST', path, body), get: (path) => call('GET', path) };
};
