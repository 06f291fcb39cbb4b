// Holds that no change escapes the audit log: whatever writes in an organization records an event, or stands here with
// the reason why not. That every route of the Admin API leaves an entry, http/admin-api/examples.test.ts shows by
// asking it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionsOf, reachIn, type SourceFunction } from '#test/call-graph.ts';
import { readSources, type SourceFile, sourceFile } from '#test/sources.ts';

const codes = 'a code that is good for minutes; what it proves is done and told by whoever asks for it';
const provider = 'what the authorization server remembers of a sign-in under way';
const number = 'a counter; what has the number is told of';
const sent = 'sends what happened once more; no record changes';

/** Functions that write and tell nobody, each with its reason (G-181). */
const silentFor: Record<string, string> = {
  createHold: 'kept for ten minutes; a booking that comes of it is told of',
  deleteHold: 'given up before it was a booking',
  storeFile: 'a picture that nobody shows yet; showing it is told of',
  storeUpload: 'the same',
  openScope: 'hands the ways to write on',
  joinTransaction: 'runs the operation of a request, which records its own',
  openWholeRequest: 'runs the steps of a sign-in, which record their own',
  drawNumbers: number,
  skipNumbers: number,
  takeForWaiting: number,
  eraseTheRest: 'goes on with what customer.erased has told',
  sendCode: codes,
  checkCode: codes,
  redeemCode: codes,
  storeArtifact: provider,
  replaceArtifact: provider,
  consumeArtifact: provider,
  removeArtifact: provider,
  removeArtifactsOfGrant: provider,
  beginHostedSession: 'a customer’s own sign-in',
  endHostedSession: 'a customer’s own sign-out',
  writeTask: 'tells faults of the database; what it runs records its own',
  replayDelivery: sent,
  replayEvents: sent,
  showSecret: 'locks what it reads, and writes nothing',
  openKeyRing: 'the minute a key was last used',
  openRateLimiter: 'how often somebody asked',
};

test('whatever writes records an event, or has a reason not to', () => {
  const files = readSources('src/core').filter(({ path }) => /(?<!\.test)\.ts$/.test(path));
  const silent = silentWritersIn(files);
  for (const { name, path, line } of silent) {
    assert.ok(name in silentFor, `${path}:${line} ${name} writes, and no event tells of it`);
  }
  const names = silent.map(({ name }) => name);
  for (const name of Object.keys(silentFor)) {
    assert.ok(names.includes(name), `${name} needs no exception any more`);
  }
});

test('a write without an event is found, one whose event is recorded further down is not', () => {
  const parts = sourceFile(
    'src/core/rooms/parts.ts',
    'export async function keep(tx: Tx) {\n  await recordEvent(tx, eventOf(room));\n}\n',
  );
  const rooms = sourceFile(
    'src/core/rooms/rooms.ts',
    [
      "import { keep } from '#core/rooms/parts.ts';",
      'export function paintRoom(scope: Scope) {\n  return scope.write((tx) => keep(tx));\n}',
      'export function burnRoom(scope: Scope) {\n  // never keep\n  return scope.writeOne(drop);\n}',
    ].join('\n'),
  );
  assert.deepEqual(
    silentWritersIn([parts, rooms]).map(({ name }) => name),
    ['burnRoom'],
  );
});

/** The functions that write by themselves and reach no place where an event is made. */
function silentWritersIn(files: SourceFile[]): SourceFunction[] {
  const reach = reachIn(files);
  return files
    .flatMap(functionsOf)
    .filter(({ text }) => /\b(scope|db)\.(write|writeOne|writeApart|open)\(/.test(text))
    .filter((one) => ![...reach(one)].some(({ text }) => /\beventOf\(/.test(text)));
}
