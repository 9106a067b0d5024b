import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Free ports of loopback. All stay bound until all are known, so that none is returned twice. */
export async function freePorts(count: number): Promise<number[]> {
  const probes = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(probes.map((it) => once(it, 'listening')));
  const ports = probes.map((it) => (it.address() as AddressInfo).port);
  await Promise.all(
    probes.map((it) => {
      it.close();
      return once(it, 'close');
    }),
  );
  return ports;
}
