import { parse } from 'yaml';
import { closedNetworks } from '@loyalty/egress/targets';
import { read } from '../support/sources.ts';

test("▲ the chart's egress policy excepts the networks that no process calls", () => {
  const { network } = parse(read('deploy/helm/loyalty/values.yaml')) as {
    readonly network: { readonly publicExcept: typeof closedNetworks };
  };
  expect(network.publicExcept).toEqual(closedNetworks);
  // What reviewers miss first: wire servers of clouds, and addresses that stand for others.
  expect(closedNetworks.ipv4).toEqual(
    expect.arrayContaining(['192.0.0.0/24', '198.18.0.0/15', '168.63.129.16/32']),
  );
  expect(closedNetworks.ipv6).toEqual(expect.arrayContaining(['2002::/16', '::/3']));
});

/** Settings without which a log of Postgres quotes rows and parameters, and so names members who were erased. */
const quiet = {
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
};

test.each([
  'deploy/helm/examples/postgres.yaml',
  'docker-compose.yml',
  'deploy/compose/secure.yml',
  'tools/stack/src/parts/postgres.ts',
])('▲ the Postgres of %s logs neither rows nor parameters', (path) => {
  const text = read(path);
  for (const [name, value] of Object.entries(quiet))
    expect(text).toMatch(new RegExp(`\\b${name}(=|: '?)${value}\\b`));
});
