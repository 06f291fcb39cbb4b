// The shared application on a port, for tests that come from outside: over the network, with curl, in a browser.
import type { World } from '#test/world.ts';

const addresses = new WeakMap<World, Promise<string>>();

/** Where the world's application listens, like `http://127.0.0.1:41234`. It listens from the first call on. */
export function addressOf(world: World): Promise<string> {
  const address = addresses.get(world) ?? world.app.listen({ port: 0, host: '127.0.0.1' });
  addresses.set(world, address);
  return address;
}
