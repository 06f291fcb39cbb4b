// frontdesk keys list, rotate
import type { Command } from 'commander';
import { addCommand, addFamily, type CommonOptions } from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { moment, table } from '#src/cli/shell/conversation.ts';

interface RotateOptions extends CommonOptions {
  now?: true;
}

/** Adds `keys`. */
export const signingKeyCommands: CommandFamily = (program, shell) => {
  const family = addFamily(program, 'keys', 'List and rotate the keys that sign tokens');
  addList(family, shell);
  addRotate(family, shell);
};

function addList(family: Command, shell: Shell): void {
  addCommand(family, 'list', {
    summary: 'List the keys that are published',
    examples: ['keys list', 'keys list --json'],
  }).action(
    shell.withParts(async ({ parts, print }, _options: CommonOptions) => {
      const { listSigningKeys } = await import('#core/sign-in/keys/signing-keys.ts');
      const keys = await listSigningKeys(parts.db, parts.platform.clock);
      const rows = keys.map(({ kid, state, activeFrom }) => [kid, state, moment(activeFrom)]);
      const shown = table(['kid', 'state', 'signs from'], rows);
      print(keys, rows.length > 0 ? shown : 'There is no key yet: the first one is made when it is needed.');
    }),
  );
}

function addRotate(family: Command, shell: Shell): void {
  addCommand(family, 'rotate', {
    summary: 'Make the next key',
    details:
      'It is published at once and signs from a day on, so that nobody meets a key they have not heard of; the one before it stays published until its tokens have ended. No process needs a restart.',
    examples: ['keys rotate', 'keys rotate --now'],
  })
    .option('--now', 'sign with it at once, after a key has leaked')
    .action(
      shell.withParts(async ({ parts, print }, options: RotateOptions) => {
        const { rotateSigningKeys } = await import('#core/sign-in/keys/signing-keys.ts');
        const { clock, tools } = parts.platform;
        const made = await rotateSigningKeys(parts.db, clock, tools.secrets, { now: options.now === true });
        print(made, `Made the key ${made.kid}. It signs from ${moment(made.activeFrom)} on.`);
      }),
    );
}
