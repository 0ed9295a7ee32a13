import type { ServiceName, Services } from './services.ts';

/** The seconds by which a process measures its clock ahead of others, by their names. */
type Leads = ReadonlyMap<string, number>;

const readLeads = async (services: Services, name: ServiceName): Promise<Leads> => {
  const { adminPort } = services.of(name);
  const text = await (await fetch(`http://127.0.0.1:${adminPort.toString()}/metrics`)).text();
  const lines = text.matchAll(/^loyalty_clock_lead_seconds\{of="([^"]+)"[^}]*\} (\S+)/gm);
  return new Map([...lines].map(([, of = '', seconds = '']) => [of, Number(seconds)]));
};

/** Reads a service's readiness, and the reason when it is not ready. */
const readReadiness = async (services: Services, name: ServiceName) => {
  const { adminPort } = services.of(name);
  const answer = await fetch(`http://127.0.0.1:${adminPort.toString()}/health/ready`);
  return { isReady: answer.status === 200, text: await answer.text() };
};

/** The processes whose measurements of clocks are read. */
export const measuring: readonly ServiceName[] = ['ingress', 'burn-engine', 'webhook-dispatcher'];

/**
 * Returns the faults in the measurements. A process with a wrong clock must report it against all others, and the others must
 * report a broker with a wrong clock.
 */
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
  // Ingress has sent requests to every partition. Other processes may not have published to every broker.
  const isShort = name === 'ingress' ? leads.size < 4 : !leads.has('database');
  return isShort ? [...faults, `${name} knows only ${[...leads.keys()].join(', ')}`] : faults;
};

/**
 * Checks readiness, which is lost beyond two minutes. The dispatcher publishes nothing and measures one other clock; one alone
 * proves nothing.
 */
const readinessFaults = async (
  services: Services,
  name: ServiceName,
  aheadSeconds: number,
): Promise<readonly string[]> => {
  const isOut = Math.abs(aheadSeconds) > 120 && name !== 'webhook-dispatcher';
  const { isReady, text } = await readReadiness(services, name);
  return isReady === isOut ? [`${name} is ${isReady ? 'ready' : 'not ready'}: ${text}`] : [];
};
