// Publishing events soon after their commit: at once for those of this process, which says so, and by looking for those
// of others.
import { publishDueEvents } from '#core/webhooks/publishing.ts';
import type { JobParts } from '#jobs/jobs.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';

/** Starts publishing. `onPublished` is called when there may be something to deliver. */
export function startPublishing({ db, platform, onEvent }: JobParts, onPublished: () => void): Loop {
  const { clock, log } = platform;
  const loop = startLoop({
    name: 'publish',
    log,
    everyMs: 250,
    // An event is announced before its transaction commits; a moment later it is there.
    pokedAfterMs: 20,
    leastMs: 50,
    async work() {
      const published = await publishDueEvents(db, clock);
      if (published === 0) return;
      onPublished();
      loop.poke();
    },
  });
  onEvent.listener = () => loop.poke();
  return loop;
}
