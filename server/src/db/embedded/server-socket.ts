// The network connection of a client of the database server. A client connects once: one that lost its connection and
// connected again by itself would send into a new session what was meant for the old one, with no organization set and
// no transaction open.
import { connect, type NetConnectOpts, type Socket } from 'node:net';

/** What the client library knows of the server's addresses; several are tried in order. */
interface ServerAddress {
  host: string[];
  port: number[];
  path?: string | false;
  /** Seconds. */
  connect_timeout: number;
}

/**
 * Makes the one socket of a client. `onUseless` is called when none could be made, or when the client asks for another:
 * it has lost the first one, perhaps before the server said a word, and then it tells nobody.
 */
export function connectOnce(onUseless: () => void): (address: ServerAddress) => Promise<Socket> {
  let isUsed = false;
  return async (address) => {
    try {
      if (isUsed) throw connectionFault('CONNECTION_CLOSED', 'The connection to the database was lost.');
      isUsed = true;
      return await openFirst(address);
    } catch (error) {
      onUseless();
      throw error;
    }
  };
}

async function openFirst({ host, port, path, connect_timeout }: ServerAddress): Promise<Socket> {
  if (path) return open({ path }, connect_timeout);
  const failures: unknown[] = [];
  for (const [place, name] of host.entries()) {
    try {
      const socket = await open({ host: name, port: port[place] ?? port[0]! }, connect_timeout);
      // The client checks the server's certificate against this name.
      return Object.assign(socket, { host: name });
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures.at(-1);
}

function open(target: NetConnectOpts, timeoutSeconds: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(target);
    const timer = setTimeout(() => {
      socket.destroy(
        connectionFault('CONNECT_TIMEOUT', `The database did not answer in ${timeoutSeconds} s.`),
      );
    }, timeoutSeconds * 1000);
    const settle = () => {
      clearTimeout(timer);
      socket.removeAllListeners();
    };
    socket.once('connect', () => {
      settle();
      resolve(socket);
    });
    socket.once('error', (error) => {
      settle();
      // The failed socket may still complain while it closes.
      socket.on('error', () => undefined);
      reject(error);
    });
  });
}

function connectionFault(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
