import { join } from 'node:path';
import prettier from 'prettier';
import { type Calls, root } from './recorded-stack.ts';
import { rowsOf } from './rows.ts';

export const pagePath = 'docs/reference/walks.md';

interface RecordedRequest {
  readonly title: string;
  readonly about: string;
  /** One for each time that it was sent. */
  readonly calls: readonly Calls[];
}

const introduction = `# Walks of requests

<!-- Written by \`npm run drill -- walk\`. Do not edit. -->

This page lists the files of ours that four requests go through, process by process, in the order in which a request
first enters them. Each row names the first exported function that is called in the file, with the first sentence of its
docstring, or of the file's first one. Generated files and libraries are left out, and so is everything that a process
does at rest as well, such as long polls, heartbeats and looks at queues. So a file is missing if the request calls
nothing in it that is not also called at rest.

No check compares this page with the code. If you change what a request does, run the drill: the difference shows a
reviewer which files the request goes through now. [The path of one receipt](../../ARCHITECTURE.md#the-path-of-one-receipt)
shows the messages between the processes.
`;

/** The same recordings give the same bytes. */
export const pageOf = async (
  requests: readonly RecordedRequest[],
  atRest: readonly Calls[],
): Promise<string> => {
  const shown = new Map<string, string>();
  const sections = requests.flatMap(({ title, about, calls }) => [
    `## ${title}`,
    about,
    ...servicesIn(atRest).flatMap((service) => {
      const atRestToo = new Set(calledEachTime(service, atRest));
      const rows = rowsOf(calledEachTime(service, calls).filter((call) => !atRestToo.has(call)));
      if (rows.length === 0) return [];
      const files = `${rows.length.toString()} files`;
      const table = ['| File | Called first | Its docstring |', '| --- | --- | --- |', ...rows].join('\n');
      const before = shown.get(service + table);
      shown.set(service + table, before ?? title);
      const text = before === undefined ? `${files}:\n\n${table}` : `The same ${files} as for «${before}».`;
      return [`### ${service}`, text];
    }),
  ]);
  const options = await prettier.resolveConfig(join(root, pagePath));
  return prettier.format([introduction, ...sections].join('\n\n'), { ...options, parser: 'markdown' });
};

/** Ingress comes first, then the engines and the services that follow them. */
const servicesIn = ([first]: readonly Calls[]): readonly string[] =>
  [...(first?.keys() ?? [])].toSorted(
    (one, other) => Number(other === 'ingress') - Number(one === 'ingress'),
  );

/** Work on a timer may come early in one round, so the last of its places counts. */
const calledEachTime = (service: string, calls: readonly Calls[]): readonly string[] => {
  const rounds = calls.map((one) => one.get(service) ?? []);
  const [first = []] = rounds;
  return first
    .filter((call) => rounds.every((round) => round.includes(call)))
    .map((call) => ({ call, place: Math.max(...rounds.map((round) => round.indexOf(call))) }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ call }) => call);
};
