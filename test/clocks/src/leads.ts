import type { ServiceName, Services } from './services.ts';

/** How far a process says that its clock is ahead of others, in seconds, by their names. */
type Leads = ReadonlyMap<string, number>;

const readLeads = async (services: Services, name: ServiceName): Promise<Leads> => {
  const { adminPort } = services.of(name);
  const text = await (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();
  const lines = text.matchAll(/^loyalty_clock_lead_seconds\{of="([^"]+)"[^}]*\} (\S+)/gm);
  return new Map([...lines].map(([, of = '', seconds = '']) => [of, Number(seconds)]));
};

/** Whether it says that it is ready; and if it does not, why. */
const readReadiness = async (services: Services, name: ServiceName) => {
  const { adminPort } = services.of(name);
  const answer = await fetch(`http://127.0.0.1:${adminPort.toString()}/health/ready`);
  return { isReady: answer.status === 200, text: await answer.text() };
};

/** The processes that are asked what they say of clocks. */
export const measuring: readonly ServiceName[] = ['ingress', 'burn-engine', 'webhook-dispatcher'];

/** What is wrong in what processes say of clocks: who is off says so of all others, and the others say so of a broker that is. */
export const metricFaults = async (
  services: Services,
  who: string,
  offMs: number,
): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const name of measuring) {
    const ahead = name === who ? offMs / 1_000 : 0;
    const expected = (of: string): number => (of === who ? -offMs / 1_000 : ahead);
    faults.push(...leadFaults(name, await readLeads(services, name), expected));
    faults.push(...(await readinessFaults(services, name, ahead)));
  }
  return faults;
};

const leadFaults = (name: ServiceName, leads: Leads, expected: (of: string) => number): readonly string[] => {
  const wrong = [...leads].filter(([of, seconds]) => !(Math.abs(seconds - expected(of)) < 1));
  const faults = wrong.map(
    ([of, seconds]) => `${name} says that it is ${seconds.toString()} s ahead of ${of}`,
  );
  // Requests went to every partition; what else publishes need not have come to every broker.
  const isShort = name === 'ingress' ? leads.size < 4 : !leads.has('database');
  return isShort ? [...faults, `${name} knows only ${[...leads.keys()].join(', ')}`] : faults;
};

/** Beyond two minutes. The dispatcher publishes nothing, so it knows one other clock, and one alone says nothing. */
const readinessFaults = async (
  services: Services,
  name: ServiceName,
  aheadSeconds: number,
): Promise<readonly string[]> => {
  const isOut = Math.abs(aheadSeconds) > 120 && name !== 'webhook-dispatcher';
  const { isReady, text } = await readReadiness(services, name);
  return isReady === isOut ? [`${name} is ${isReady ? 'ready' : 'not ready'}: ${text}`] : [];
};
