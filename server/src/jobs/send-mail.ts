// Sending mail soon after its commit.
import { sendDueMails } from '#core/outgoing-mail/outgoing-mail.ts';
import type { JobParts } from '#jobs/jobs.ts';
import { type Loop, startLoop } from '#jobs/loop.ts';

/** Starts sending. */
export function startSendingMail({ db, platform, onMail }: JobParts): Loop {
  const loop = startLoop({
    name: 'send-mail',
    log: platform.log,
    everyMs: 500,
    // A mail is announced before its transaction commits; a moment later it is there.
    pokedAfterMs: 20,
    async work() {
      if ((await sendDueMails(platform, db)) > 0) loop.poke();
    },
  });
  onMail.listener = () => loop.poke();
  return loop;
}
