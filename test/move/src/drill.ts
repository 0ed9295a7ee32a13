import { printLine } from '@loyalty/stack';
import { closeDrill, defineDrill } from '@loyalty/stack/drill';
import { setTimeout as pause } from 'node:timers/promises';
import { startCell, type Cell } from './cell.ts';
import {
  countFaultsOf,
  faultsOf,
  logFaultsOf,
  readLog,
  readPast,
  receiptsOf,
  waitForAll,
  writePast,
} from './judge.ts';
import { ImportedMembers } from './imports.ts';
import { KeysOfShop } from './keys.ts';
import { LimitedMembers } from './limits.ts';
import { StreamedReceipts } from './producer.ts';
import { startReceiver, deliveryFaults, type Receiver } from './receiver.ts';
import { openShop, subscribePartner, Tills, type Shop } from './till.ts';

const about = `
Moves tenants between two cells while their callers and producers continue. Exit code 1: a receipt was lost or counted
twice, a limit was exceeded or lost, the audit log differs in the other cell, an import lost or doubled a member, or another tenant was
affected.`;

/** Tenants move between two cells. */
export const drill = defineDrill({
  about,
  options: {},
  run: async () => {
    printLine('Starting two cells in .loyalty/move');
    const from = await startCell(0, null);
    try {
      await withTarget(from);
    } finally {
      await from.stop();
    }
  },
});

const withTarget = async (from: Cell): Promise<void> => {
  const to = await startCell(1, from.local.secretKeysFile);
  try {
    const cells = { from, to };
    const faults = [
      ...(await movedUnderLoad(cells)),
      ...(await killedAndMoved(cells)),
      ...(await aborted(cells)),
      ...(await importedAndMoved(cells)),
    ];
    faults.push(...(await checked(from)), ...(await checked(to)));
    for (const fault of faults) printLine(`  ${fault}`);
    closeDrill(faults.length === 0);
  } finally {
    await to.stop();
  }
};

interface Cells {
  readonly from: Cell;
  readonly to: Cell;
}

const warmUpMs = 10_000;
const perSecond = 100;

const move = ({ from, to }: Cells, { tenantId }: Shop): Promise<{ forwarded: number }> =>
  from.loyaltyctl('tenants', 'move', tenantId, '--to', to.localJsonPath, '--yes');

const movedUnderLoad = async (cells: Cells): Promise<readonly string[]> => {
  const receiver = await startReceiver();
  try {
    return await moveUnderLoad(cells, receiver);
  } finally {
    await receiver.close();
  }
};

const moveUnderLoad = async (cells: Cells, receiver: Receiver): Promise<readonly string[]> => {
  const shop = await openShop(cells.from, 'Moved');
  const neighbour = await openShop(cells.from, 'Stays');
  await writePast(cells.from, shop);
  const past = await readPast(cells.from, shop);
  const keys = await KeysOfShop.make(cells.from, shop);
  await subscribePartner(shop, `${receiver.origin}/`);
  await cells.from.loyaltyctl('stream', 'enable', '--tenant', shop.tenantId, '--mode', 'live');
  const limited = await LimitedMembers.fill(shop, cells.to);
  const log = await readLog(cells.from, shop);
  const streamed = new StreamedReceipts(cells.from, shop, 20);
  const tills = new Tills(shop, perSecond, cells.to);
  const beside = new Tills(neighbour, 20, null);
  await pause(warmUpMs);
  const rate = tills.responses.processed.size / (warmUpMs / 1_000);
  limited.goOn();
  const beganMs = performance.now();
  await move(cells, shop);
  printLine(
    `A tenant with ${rate.toFixed(0)} receipts/s of its tills, returns and authorizations beside, was moved in ${seconds(beganMs)} s`,
  );
  await pause(warmUpMs);
  const responses = await tills.stop();
  const limitFaults = await limited.stop();
  await streamed.stop();
  const { forwarded } = await move(cells, shop);
  printLine(
    `${responses.processed.size.toString()} evaluated, ${responses.returned.size.toString()} returned, ${responses.captured.toString()} captured, ${responses.voided.toString()} voided, ${streamed.sent.size.toString()} streamed, ${forwarded.toString()} sent on at last`,
  );
  printLine(`Callers also got: ${listOf(responses.others)}`);
  const undisturbed = await beside.stop();
  const sold = { responses, streamed: streamed.sent, limited };
  const expected = receiptsOf(sold);
  await waitForAll(cells.to, shop, expected);
  return [
    ...limitFaults,
    ...(await faultsOf(cells.to, shop, sold)),
    ...(await countFaultsOf(cells.to, shop, { past, perSecond })),
    ...(await logFaultsOf(cells.to, shop, log)),
    ...(await deliveryFaults(receiver, expected)),
    ...(await keys.faultsIn(cells.to)),
    ...(await faultsOf(cells.from, neighbour, { responses: undisturbed })),
    ...(undisturbed.others.size === 0 ? [] : [`the neighbour got ${listOf(undisturbed.others)}`]),
  ];
};

const killedAndMoved = async (cells: Cells): Promise<readonly string[]> => {
  const shop = await openShop(cells.from, 'Killed');
  await writePast(cells.from, shop);
  const past = await readPast(cells.from, shop);
  const limited = await LimitedMembers.fill(shop, cells.to);
  const log = await readLog(cells.from, shop);
  const tills = new Tills(shop, 20, cells.to);
  await pause(warmUpMs);
  limited.goOn();
  const line = ['tenants', 'move', shop.tenantId, '--to', cells.to.localJsonPath, '--yes'];
  for (const sentence of [
    'The tenant is closed here',
    'rows were copied',
    'The tenant is open in the other cell',
  ]) {
    await cells.from.killAt(sentence, ...line);
    printLine(`The command was killed at «${sentence}»`);
  }
  await move(cells, shop);
  await pause(warmUpMs);
  const limitFaults = await limited.stop();
  const faults = await faultsOf(cells.to, shop, { responses: await tills.stop(), limited });
  return [
    ...limitFaults,
    ...faults,
    ...(await countFaultsOf(cells.to, shop, { past, perSecond: 30 })),
    ...(await logFaultsOf(cells.to, shop, log)),
  ];
};

/** The sender goes on in the other cell, and its last call closes the import there. */
const importedAndMoved = async (cells: Cells): Promise<readonly string[]> => {
  const imported = await ImportedMembers.begin(cells.from, cells.to);
  while (imported.sent < 20) await pause(50);
  await move(cells, imported.shop);
  printLine(`A tenant was moved when ${imported.sent.toString()} calls of its import had been sent`);
  return imported.faults();
};

const aborted = async (cells: Cells): Promise<readonly string[]> => {
  const { from, to } = cells;
  const shop = await openShop(from, 'Aborted');
  await from.loyaltyctl('stream', 'enable', '--tenant', shop.tenantId, '--mode', 'live');
  const streamed = new StreamedReceipts(from, shop, 20);
  const tills = new Tills(shop, 20, null);
  await pause(warmUpMs);
  const line = ['tenants', 'move', shop.tenantId, '--to', to.localJsonPath];
  await from.killAt('The tenant is closed here', ...line, '--yes');
  await pause(warmUpMs);
  const { forwarded } = await from.loyaltyctl<{ forwarded: number }>(...line, '--abort');
  printLine(`A move was killed and taken back; ${forwarded.toString()} streamed receipts were sent again`);
  await pause(warmUpMs);
  const responses = await tills.stop();
  await streamed.stop();
  const sold = { responses, streamed: streamed.sent };
  await waitForAll(from, shop, receiptsOf(sold));
  return faultsOf(from, shop, sold);
};

const checked = async (cell: Cell): Promise<readonly string[]> => {
  try {
    await cell.loyaltyctl('check');
    return [];
  } catch (failure) {
    return [`loyaltyctl check: ${String(failure)}`];
  }
};

const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1_000).toFixed(1);

const listOf = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${what} ${count.toString()} times`).join(', ') || 'nothing else';
