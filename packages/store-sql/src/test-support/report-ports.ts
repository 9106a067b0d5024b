/** Imported into a process first: tells its parent the local port of each connection that is opened. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('connect', () => {
    const port = socket.localPort;
    if (port !== undefined && process.connected) process.send?.({ port });
  });
});
