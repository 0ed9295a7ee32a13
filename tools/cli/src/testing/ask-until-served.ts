/** Sends POST requests until a server listens on the port. */
export const askUntilServed = async (
  port: number,
  { body, headers = {} }: { readonly body: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly status: number; readonly text: string }> => {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port.toString()}/`, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};
