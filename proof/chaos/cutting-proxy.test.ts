import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { cuttingProxy } from './cutting-proxy.js';

/** A server that stores its input and echoes it. */
async function echo() {
  const got: string[] = [];
  const server = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      got.push(chunk.toString());
      socket.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { got, port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test('what was sent arrives, and the answer is cut off', async () => {
  const { got, port, close } = await echo();
  const proxy = await cuttingProxy(port, () => 0.5);
  const talk = async (text: string): Promise<string> => {
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write(text);
    const answer = await Promise.race([
      once(socket, 'data').then(([data]) => String(data)),
      once(socket, 'close').then(() => 'cut'),
    ]);
    socket.destroy();
    return answer;
  };
  expect(await talk('COMMIT')).toBe('COMMIT');
  proxy.cut(0.03);
  expect(await talk('select 1')).toBe('select 1');
  expect(await talk('commit;')).toBe('cut');
  await expect.poll(() => got).toEqual(['COMMIT', 'select 1', 'commit;']);
  expect(proxy.cuts()).toBe(1);
  await proxy.close();
  close();
});
