// Mail over SMTP, against a mail server of a few lines.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { openSmtpMailer } from '#integrations/mail/smtp.ts';
import { Fault } from '#kit/fault.ts';

const message = { to: 'dana@example.com', subject: 'Your code', text: '481205 it is', html: '<p>481205</p>' };

test('a message arrives with sender, recipient, subject and both bodies', async (t) => {
  const { mailer, sink } = await openBoth(t);
  await mailer.send(message);
  assert.deepEqual(sink.commands.slice(1, 3), ['MAIL FROM:<desk@example.com>', 'RCPT TO:<dana@example.com>']);
  assert.match(sink.data, /^From: Harbour House <desk@example\.com>$/m);
  assert.match(sink.data, /^To: dana@example\.com$/m);
  assert.match(sink.data, /^Subject: Your code$/m);
  assert.match(sink.data, /^Auto-Submitted: auto-generated$/m);
  assert.match(
    sink.data,
    /Content-Type: text\/plain[\s\S]*481205 it is[\s\S]*Content-Type: text\/html[\s\S]*<p>481205<\/p>/,
  );
});

test('a recipient that looks like a list reaches one mailbox at most', async (t) => {
  const { mailer, sink } = await openBoth(t);
  await mailer.send({ ...message, to: 'dana@example.com, eve@evil.example' });
  assert.equal(sink.commands.filter((command) => command.startsWith('RCPT')).length, 1);
  assert.ok(!sink.commands.includes('RCPT TO:<eve@evil.example>'));
});

test('a line end in the subject starts no header', async (t) => {
  const { mailer, sink } = await openBoth(t);
  await mailer.send({ ...message, subject: 'Hello\r\nBcc: eve@evil.example' });
  assert.match(sink.data, /^Subject: Hello Bcc: eve@evil\.example$/m);
  assert.doesNotMatch(sink.data, /^Bcc:/m);
});

test('a message refused for good is mail_refused, and the error names no address', async (t) => {
  const { mailer } = await openBoth(t, { RCPT: '550 5.1.1 <dana@example.com>: user unknown' });
  await assert.rejects(mailer.send(message), (error) => {
    assert.ok(error instanceof Fault);
    assert.equal(error.kind, 'unavailable');
    assert.equal(error.code, 'mail_refused');
    assert.match(error.message, /EENVELOPE RCPT TO 550 5\.1\.1/);
    assert.doesNotMatch(`${error.stack} ${error.cause}`, /dana@/);
    return true;
  });
});

test('a message refused for now is mail_unavailable, and the next one goes through', async (t) => {
  const replies: Record<string, string> = { RCPT: '451 4.7.1 greylisted' };
  const { mailer, sink } = await openBoth(t, replies);
  await assert.rejects(mailer.send(message), { name: 'Fault', code: 'mail_unavailable' });
  delete replies.RCPT;
  await mailer.send(message);
  assert.match(sink.data, /481205/);
});

test('a wrong password is mail_unavailable: the message itself is not at fault', async (t) => {
  const sink = await openSink(t, { AUTH: '535 5.7.8 wrong password' });
  const mailer = openSmtpMailer({
    smtpUrl: `smtp://desk:secret@127.0.0.1:${sink.port}`,
    from: 'desk@example.com',
  });
  t.after(() => mailer.close());
  await assert.rejects(mailer.send(message), { code: 'mail_unavailable', message: /EAUTH .*535/ });
});

test('a mail server that is not there is mail_unavailable', async (t) => {
  const sink = await openSink(t);
  await sink.close();
  const mailer = openSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${sink.port}`, from: 'desk@example.com' });
  t.after(() => mailer.close());
  await assert.rejects(mailer.send(message), { code: 'mail_unavailable', message: /ECONNREFUSED/ });
});

test('messages share a connection, and close ends it', { timeout: 10_000 }, async (t) => {
  const { mailer, sink } = await openBoth(t);
  await mailer.send(message);
  await mailer.send(message);
  assert.equal(sink.sockets.length, 1);
  const ended = once(sink.sockets[0]!, 'close');
  await mailer.close();
  await ended;
});

async function openBoth(t: TestContext, replies: Record<string, string> = {}) {
  const sink = await openSink(t, replies);
  const from = 'Harbour House <desk@example.com>';
  const mailer = openSmtpMailer({ smtpUrl: `smtp://127.0.0.1:${sink.port}`, from });
  t.after(() => mailer.close());
  return { mailer, sink };
}

/** Takes every message, but for the commands (by their first four letters) that `replies` answers otherwise. */
async function openSink(t: TestContext, replies: Record<string, string> = {}) {
  const sink = { port: 0, commands: [] as string[], data: '', sockets: [] as Socket[], close };
  const server = createServer((socket) => {
    sink.sockets.push(socket);
    socket.on('error', () => {}).write('220 sink\r\n');
    let inData = false;
    createInterface({ input: socket }).on('line', (line) => {
      if (inData && line !== '.') sink.data += `${line}\n`;
      else if (inData) inData = !socket.write('250 taken\r\n') && inData;
      else {
        sink.commands.push(line);
        const reply = replies[line.slice(0, 4)] ?? usualReplies[line.slice(0, 4)] ?? '250 fine';
        inData = reply.startsWith('354');
        socket.write(`${reply}\r\n`);
      }
    });
  });
  async function close() {
    for (const socket of sink.sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sink.port = (server.address() as AddressInfo).port;
  t.after(close);
  return sink;
}

const usualReplies: Record<string, string> = {
  EHLO: '250-sink\r\n250 AUTH PLAIN',
  DATA: '354 go on',
  QUIT: '221 bye',
};
