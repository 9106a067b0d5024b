/** Imported into a process first: reports the local port of each new connection to the parent. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('connect', () => {
    const port = socket.localPort;
    if (port !== undefined && process.connected) process.send?.({ port });
  });
});
