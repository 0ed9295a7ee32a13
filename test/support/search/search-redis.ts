import { connect } from 'node:net';
import { readLocalStack } from '@loyalty/stack';
import { type Finding, finderOf, type Token } from './forms-of.ts';

/** Reads everything in Redis, keys and values of all types, as one text. */
const everything = `
local out = {}
for _, key in ipairs(redis.call('KEYS', '*')) do
  local type = redis.call('TYPE', key).ok
  local read = {string = {'GET', key}, hash = {'HGETALL', key}, list = {'LRANGE', key, 0, -1},
                set = {'SMEMBERS', key}, zset = {'ZRANGE', key, 0, -1}}
  local value = redis.call(unpack(read[type]))
  out[#out + 1] = key .. ' ' .. (type == 'string' and value or table.concat(value, ' '))
end
return table.concat(out, '\\n')`;

/** Searches Redis. Returns the findings and the number of bytes searched. */
export const searchRedis = async (
  tokens: readonly Token[],
): Promise<{ readonly bytes: number; readonly findings: Finding[] }> => {
  const text = await ask(['EVAL', everything, '0']);
  return { bytes: text.length, findings: finderOf(tokens)(text).map((what) => ['redis', what]) };
};

/** Sends one command of Redis' protocol whose reply is one text. */
const ask = (command: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(readLocalStack().redisUrl);
    const words = command.map((word) => `$${Buffer.byteLength(word).toString()}\r\n${word}\r\n`).join('');
    const socket = connect({ host: hostname, port: Number(port) }, () =>
      socket.write(`*${command.length.toString()}\r\n${words}`),
    );
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const head = received.indexOf('\r\n');
      const length = Number(received.subarray(1, head).toString());
      if (received[0] !== 0x24) reject(new Error(received.toString()));
      else if (head < 0 || received.length < head + 2 + length) return;
      else resolve(received.subarray(head + 2, head + 2 + length).toString('latin1'));
      socket.destroy();
    });
    socket.once('error', reject);
  });
