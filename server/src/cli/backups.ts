// frontdesk backup, restore
import type { Command } from 'commander';
import { Fault } from '#kit/fault.ts';
import type { Manifest } from '#src/cli/backup/manifest.ts';
import { addCommand, type CommonOptions } from '#src/cli/command.ts';
import type { CommandFamily, Shell } from '#src/cli/context.ts';
import { bytes } from '#src/cli/shell/conversation.ts';

interface RestoreOptions extends CommonOptions {
  force?: true;
}

/** Adds `backup` and `restore`. */
export const backupCommands: CommandFamily = (program, shell) => {
  addBackup(program, shell);
  addRestore(program, shell);
};

function addBackup(program: Command, shell: Shell): void {
  addCommand(program, 'backup <file>', {
    summary: 'Write everything on the embedded database into one file',
    details:
      'The file (.tar.gz) holds the database, the stored files and the secret key if it is kept in the data directory. ' +
      'It is complete at a moment, also while the server runs; a file of that name is replaced once the new one is whole.',
    examples: ['backup frontdesk-2027-01-31.tar.gz', 'backup /var/backups/frontdesk.tar.gz --json'],
  }).action(
    shell.withParts(
      async ({ parts, path, progress, print, signal }, file: string, _options: CommonOptions) => {
        const { checkTarget, writeArchive } = await import('#src/cli/backup/archive.ts');
        await checkTarget(path(file));
        const { takeSnapshot } = await import('#src/cli/backup/snapshot.ts');
        progress('Copying the database …');
        const snapshot = await takeSnapshot(parts);
        try {
          const onBytes = (count: number) => progress(`Packing … ${bytes(count)}`);
          const size = await writeArchive(path(file), snapshot, { signal, onBytes });
          const { manifest, fileCount } = snapshot;
          print(
            { file: path(file), bytes: size, files: fileCount, ...manifest },
            `Backed up to ${path(file)}: ${bytes(size)}, ${count(fileCount, 'stored file')}.\n${keySentence(manifest)}`,
          );
        } finally {
          await snapshot.remove();
        }
      },
      { check: requireEmbedded },
    ),
  );
}

function addRestore(program: Command, shell: Shell): void {
  addCommand(program, 'restore <file>', {
    summary: 'Bring a backup back into the data directory',
    details:
      'The server must be stopped. The backup is unpacked and tried first; a broken one changes nothing. ' +
      'The schema is brought up to date when the server starts.',
    examples: ['restore frontdesk-2027-01-31.tar.gz', 'restore frontdesk-2027-01-31.tar.gz --force'],
  })
    .option(
      '--force',
      'also when the data directory is not empty (what is there is kept beside), or the secret key differs',
    )
    .action(
      shell.bare(async (context, file: string, options: RestoreOptions) => {
        if (context.parts)
          throw new Fault('conflict', 'database_in_use', 'Stop the server before a restore.');
        const config = context.config();
        requireEmbedded(config);
        const { restoreBackup } = await import('#src/cli/backup/restore.ts');
        const { signal, progress: onStep } = context;
        const force = options.force === true;
        const { manifest, oldData } = await restoreBackup(config, context.path(file), {
          force,
          signal,
          onStep,
        });
        const { createdAt, version } = manifest;
        const kept = oldData
          ? `\nWhat was there before is kept in ${oldData}; delete it when you don't need it.`
          : '';
        context.print(
          { dataDir: config.dataDir, createdAt, version, oldData: oldData ?? null },
          `Restored the backup of ${createdAt} into ${config.dataDir}. Start the server.${kept}`,
        );
      }),
    );
}

function requireEmbedded({ databaseUrl }: { databaseUrl: string | undefined }): void {
  if (!databaseUrl) return;
  const advice = 'use pg_dump and pg_restore, and keep DATA_DIR/files and SECRET_KEY beside the dump.';
  throw new Fault('conflict', 'not_embedded', `The database is on a server (DATABASE_URL): ${advice}`);
}

function keySentence({ secretKey }: Manifest): string {
  return secretKey === 'included'
    ? 'The secret key is in it: keep the file as safe as the data itself.'
    : 'SECRET_KEY is set in the environment and not in the file: keep it elsewhere, sealed secrets open only with it.';
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}
