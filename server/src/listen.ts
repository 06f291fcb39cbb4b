// Opening the port, and saying in one line why that did not work.
import type { FastifyInstance } from 'fastify';
import type { Config } from '#src/config.ts';

/** The port can't be had; the message says what to do. */
export class CannotListen extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'CannotListen';
  }
}

/** Listens where the configuration says. Throws `CannotListen`. */
export async function listen(app: FastifyInstance, { port, host }: Config): Promise<void> {
  try {
    await app.listen({ port, host });
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
    if (!reason) throw error;
    throw new CannotListen(reason(port, host), error);
  }
}

const reasons: Record<string, (port: number, host: string) => string> = {
  EADDRINUSE: (port) => `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
  EACCES: (port) => `Port ${port} is not open to this user. Set PORT to a port above 1023.`,
  EADDRNOTAVAIL: (_, host) =>
    `HOST ${host} is not an address of this machine. Set it to localhost or 0.0.0.0.`,
  ENOTFOUND: (_, host) => `HOST ${host} is not known. Set it to localhost or 0.0.0.0.`,
};
