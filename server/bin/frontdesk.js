#!/usr/bin/env node
// Starts the command line, or says which Node it needs: an older one can't even read its TypeScript.
const needed = 24;
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Error: Frontdesk needs Node ${needed} or newer, and this is ${process.version}. ` +
      'Call it as npx frontdesk, which brings its own.\n',
  );
  process.exitCode = 1;
} else {
  await import('#src/compile-cache.ts');
  await import('#src/cli.ts');
}
