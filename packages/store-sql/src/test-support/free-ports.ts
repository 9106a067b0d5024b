import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Ports of loopback that nobody listens on. All held until all are known, so that none is given twice. */
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
