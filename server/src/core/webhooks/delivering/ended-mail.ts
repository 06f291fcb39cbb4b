// The mail that tells an organization's administrators that one of its subscriptions ended for failing.
import type { Organization } from '#core/organizations/organization.ts';
import type { AttemptResult } from '#core/webhooks/delivery.ts';
import type { MailMessage } from '#integrations/mail/mail.ts';
import { escapeHtml } from '#kit/text.ts';

/** What the mail says. */
export interface EndedForFailing {
  targetUrl: string;
  failingSince: Date;
  lastResult: AttemptResult;
}

/** The mail to `to`, in words for somebody who may not know what a webhook is. */
export function endedMail(
  { name, timeZone }: Organization,
  to: string,
  { targetUrl, failingSince, lastResult }: EndedForFailing,
): MailMessage {
  const { host } = new URL(targetUrl);
  const since = failingSince.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone });
  const paragraphs = [
    `${name} has an automation at ${host} that is told when something happens, such as a new customer. Since ${since} every attempt to reach it has failed. After five days we have stopped trying.`,
    `The address: ${shortened(targetUrl)}`,
    `What happened last: ${lastResult.failureMessage}`,
    'What to do: have a look at the automation. Once it works again, turn it off and on (in Zapier, Make and the like), so that it subscribes anew, or have your Frontdesk’s operator enable the subscription. Nothing that happened in your Frontdesk is lost; for 30 days what the automation missed can be sent once more, or read with GET /events of the Admin API.',
  ];
  return {
    to,
    subject: `We stopped calling ${host}: it did not answer for five days`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n'),
  };
}

// Enough to know it by: whoever has the whole address of a hook can post to it.
function shortened(targetUrl: string): string {
  return targetUrl.length <= 60 ? targetUrl : `${targetUrl.slice(0, 60)}…`;
}
