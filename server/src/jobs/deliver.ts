// Delivering webhooks: when something was published, when a worker gets free, and by looking for what is due.
import { openDeliverer } from '#core/webhooks/delivering/deliverer.ts';
import type { JobParts } from '#jobs/jobs.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';

/** How long calls under way may go on when the process closes. What is cut off then is sent again. */
const closingMs = 10_000;

/** Starts delivering. */
export function startDelivering({ db, platform }: JobParts): Loop {
  const deliverer = openDeliverer(platform, db, { onWorkerFree: () => loop.poke() });
  const loop = startLoop({
    name: 'deliver',
    log: platform.log,
    everyMs: 250,
    leastMs: 10,
    work: () => deliverer.start(),
  });
  return {
    poke: loop.poke,
    async stop() {
      deliverer.stop();
      await loop.stop();
      const timer = setTimeout(() => platform.tools.callbacks.close(), closingMs);
      await deliverer.idle();
      clearTimeout(timer);
    },
  };
}
