// frontdesk webhook-subscription create, list, secret, rotate-secret, replay, enable, delete
import { type Command, InvalidArgumentError } from 'commander';
import { type EventType, eventTypes } from '#core/events/event.ts';
import type { Subscription } from '#core/webhooks/subscription.ts';
import {
  addCommand,
  addFamily,
  collect,
  type OrganizationOptions,
  withOrganization,
} from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { facts, table } from '#src/cli/shell/conversation.ts';

interface RotateOptions extends OrganizationOptions {
  endPrevious?: true;
}

interface ReplayOptions extends OrganizationOptions {
  after: number;
  upTo?: number;
}

const exampleId = '019d4329-5d1c-7b0e-9a44-c2f7e81d6b35';

/** Adds `webhook-subscription`. */
export const webhookSubscriptionCommands: CommandFamily = (program, shell) => {
  const family = addFamily(
    program,
    'webhook-subscription',
    'Look after who is called when something happens',
  );
  addCreate(family, shell);
  addList(family, shell);
  addSecret(family, shell);
  addRotateSecret(family, shell);
  addReplay(family, shell);
  addEnable(family, shell);
  addDelete(family, shell);
};

function addCreate(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'create <address>', {
      summary: 'Have a receiver called when something happens',
      details: 'docs/events.md lists the kinds of events.',
      examples: [
        'webhook-subscription create https://hooks.zapier.com/hooks/1/a --event booking.confirmed --event booking.cancelled',
      ],
    }),
  )
    .requiredOption('--event <kind>', 'what it is told of; several times for several kinds', collectEvents)
    .action(
      shell.withParts(
        async (
          { scopeOf, print },
          targetUrl: string,
          { event, organization }: OrganizationOptions & { event: EventType[] },
        ) => {
          const { createWebhookSubscription } = await import('#core/webhooks/subscriptions.ts');
          const scope = await scopeOf(organization);
          const made = await createWebhookSubscription(scope, { events: event, targetUrl });
          const { subscription, secret, unsubscribeToken } = made;
          const credentials = facts({
            Id: subscription.id,
            Secret: secret,
            'Unsubscribe token': unsubscribeToken,
          });
          print(
            { ...subscriptionView(subscription), secret, unsubscribeToken },
            `${subscription.targetUrl} is told of ${subscription.events.join(', ')}.\n\n${credentials}\n\nThe token is shown only this once.`,
          );
        },
      ),
    );
}

function addList(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'list', {
      summary: 'List the subscriptions of an organization, those that ended by themselves too',
      examples: ['webhook-subscription list -o harbour-cowork', 'webhook-subscription list --json'],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, options: OrganizationOptions) => {
      const { listSubscriptions } = await import('#core/webhooks/subscriptions.ts');
      const scope = await scopeOf(options.organization);
      const all: Subscription[] = [];
      let cursor: string | undefined;
      do {
        const page = await listSubscriptions(scope, { limit: 100, cursor });
        all.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor);
      const rows = all.map((one) => [one.id, stateOf(one), one.events.join(' '), one.targetUrl]);
      const shown = table(['id', 'state', 'events', 'address'], rows);
      print(all.map(subscriptionView), rows.length > 0 ? shown : 'There are no webhook subscriptions.');
    }),
  );
}

function addSecret(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'secret <id>', {
      summary: 'Show the secret that a subscription’s calls are signed with',
      examples: [`webhook-subscription secret ${exampleId}`],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, id: string, options: OrganizationOptions) => {
      const { showSecret } = await import('#core/webhooks/subscription-secrets.ts');
      const secret = await showSecret(await scopeOf(options.organization), id);
      print({ id, secret }, secret);
    }),
  );
}

function addRotateSecret(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'rotate-secret <id>', {
      summary: 'Give a subscription another secret',
      details: 'For a day its calls are signed with both, so that the receiver can change over at any time.',
      examples: [
        `webhook-subscription rotate-secret ${exampleId}`,
        `webhook-subscription rotate-secret ${exampleId} --end-previous`,
      ],
    }),
  )
    .option('--end-previous', 'end the secret before at once: it leaked')
    .action(
      shell.withParts(async ({ scopeOf, print }, id: string, options: RotateOptions) => {
        const { rotateSecret } = await import('#core/webhooks/subscription-secrets.ts');
        const { secret, previousSecretUntil } = await rotateSecret(await scopeOf(options.organization), id, {
          endsPrevious: options.endPrevious,
        });
        const end = previousSecretUntil
          ? `The one before it signs too until ${previousSecretUntil.toISOString()}.`
          : 'The one before it has ended.';
        print({ id, secret, previousSecretUntil: previousSecretUntil ?? null }, `${secret}\n\n${end}`);
      }),
    );
}

function addReplay(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'replay <id>', {
      summary: 'Send a subscription’s receiver once more what happened',
      details:
        'The events after a sequence number, of the subscription’s kinds, of the last 30 days. They keep their webhook-id, by which receivers know what they have had.',
      examples: [`webhook-subscription replay ${exampleId} --after 1200 --up-to 1350`],
    }),
  )
    .requiredOption('--after <sequence>', 'only events after this one; 0 for all there are', wholeNumber)
    .option('--up-to <sequence>', 'only events up to and with this one', wholeNumber)
    .action(
      shell.withParts(async ({ scopeOf, print, progress }, id: string, options: ReplayOptions) => {
        const { replayEvents } = await import('#core/webhooks/replays.ts');
        const scope = await scopeOf(options.organization);
        const { upTo } = options;
        let replayed = 0;
        let step = await replayEvents(scope, id, { after: options.after, upTo });
        for (;;) {
          replayed += step.replayed;
          if (!step.hasMore) break;
          progress(`${replayed} events on their way, up to ${step.lastSequence}`);
          step = await replayEvents(scope, id, { after: step.lastSequence, upTo });
        }
        const { lastSequence } = step;
        print({ id, replayed, lastSequence }, `${replayed} events are on their way, up to ${lastSequence}.`);
      }),
    );
}

function addEnable(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'enable <id>', {
      summary: 'Begin anew with a subscription that ended because its receiver failed or was gone',
      details: 'It is told of what happens from now on; replay what it missed.',
      examples: [`webhook-subscription enable ${exampleId}`],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, id: string, options: OrganizationOptions) => {
      const { enableSubscription } = await import('#core/webhooks/subscriptions.ts');
      const subscription = await enableSubscription(await scopeOf(options.organization), id);
      print(subscriptionView(subscription), `${subscription.targetUrl} is called again.`);
    }),
  );
}

function addDelete(family: Command, shell: Shell): void {
  withOrganization(
    addCommand(family, 'delete <id>', {
      summary: 'End a subscription for good',
      examples: [`webhook-subscription delete ${exampleId}`],
    }),
  ).action(
    shell.withParts(async ({ scopeOf, print }, id: string, options: OrganizationOptions) => {
      const { endSubscription } = await import('#core/webhooks/subscriptions.ts');
      await endSubscription(await scopeOf(options.organization), id);
      print({ id, deleted: true }, `Ended ${id}.`);
    }),
  );
}

function collectEvents(value: string, before: EventType[] | undefined): EventType[] {
  if (!(eventTypes as readonly string[]).includes(value)) {
    throw new InvalidArgumentError(`It must be one of ${eventTypes.join(', ')}.`);
  }
  return collect(value, before) as EventType[];
}

function wholeNumber(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It must be a whole number, 0 or more.');
  return Number(value);
}

function stateOf({ disabledReason, failingSince }: Subscription): string {
  if (disabledReason) return `ended: ${disabledReason}`;
  return failingSince ? 'failing' : 'in use';
}

function subscriptionView(subscription: Subscription) {
  const { id, events, targetUrl, createdAt, failingSince, disabledAt, disabledReason } = subscription;
  return {
    id,
    events,
    targetUrl,
    createdAt,
    failingSince: failingSince ?? null,
    disabledAt: disabledAt ?? null,
    disabledReason: disabledReason ?? null,
  };
}
