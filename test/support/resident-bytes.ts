import type { StartedService } from '@loyalty/stack';

/** Memory that a process has in use, as its metrics say. */
export const residentBytes = async ({ adminPort }: Pick<StartedService, 'adminPort'>): Promise<number> => {
  const metrics = await (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();
  return Number(/^process_resident_memory_bytes(?:\{[^}]*\})? (\S+)/m.exec(metrics)?.[1]);
};
