// For this folder's tests: receivers on loopback that live as long as the test that started them.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Starts an HTTP server on 127.0.0.1; its port. It ends with the test, connections included. */
export async function serveHttp(test: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

/** Starts a TCP server on 127.0.0.1 for what an HTTP server would never do; its port. It ends with the test. */
export async function serveRaw(test: TestContext, onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}); // receivers of tests are hung up on
    onSocket(socket);
  });
  test.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return listening(server);
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
