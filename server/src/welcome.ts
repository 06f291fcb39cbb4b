// What a person reads who starts Frontdesk in development. In production standard output carries nothing but the log.
import type { Config } from '#src/config.ts';
import type { DemoStart } from '#src/demo/demo.ts';
import { demoFileOf } from '#src/demo/demo-file.ts';
import type { Parts } from '#src/parts.ts';

type WelcomeSettings = Pick<Config, 'urls' | 'dataDir' | 'smtpUrl'>;

/**
 * Says once that the server listens: in production as a line of the log, in development as a welcome on standard
 * output, or on standard error when the log level asks for lines about every request: that output is for programs.
 */
export function greet({ config, log }: Pick<Parts, 'config' | 'log'>, demo: DemoStart | undefined): void {
  const { host, port, urls } = config;
  log.info({ url: urls.public, host, port }, 'listening');
  if (config.production) return;
  const stream = log.isLevelEnabled('info') ? process.stderr : process.stdout;
  stream.write(welcome(config, demo));
}

/** The welcome of a first start, or two lines on later ones. Plain text with its line ends. */
export function welcome(config: WelcomeSettings, demo: DemoStart | undefined): string {
  const lines = demo?.isNew ? fullWelcome(config, demo) : shortWelcome(config, demo);
  return lines.map((line) => `${line}\n`).join('');
}

function fullWelcome({ urls, dataDir, smtpUrl }: WelcomeSettings, { demo }: DemoStart): string[] {
  const rows: [string, string][] = [
    ['Admin API', demo.urls.admin],
    ['Reference', `${urls.public}/docs`],
    ...(smtpUrl ? [] : ([['Mailbox', `${urls.public}/dev/mailbox`]] satisfies [string, string][])),
    ['Demo key', demo.adminApiKey],
    ['Kept in', demoFileOf(dataDir)],
  ];
  return [
    '',
    `Frontdesk is ready, with a demo organization: ${demo.organization.name}. Stop it with Ctrl+C.`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(11)}${value}`),
    '',
    'Try it in another terminal:',
    '',
    `  curl -H "Authorization: Bearer ${demo.adminApiKey}" "${demo.urls.admin}/customers?limit=3"`,
    '',
  ];
}

function shortWelcome({ urls, dataDir, smtpUrl }: WelcomeSettings, demo: DemoStart | undefined): string[] {
  const pages = smtpUrl ? 'reference at /docs' : 'reference at /docs, mailbox at /dev/mailbox';
  const keys = demo
    ? `Keys of ${demo.demo.organization.name}: ${demoFileOf(dataDir)}`
    : 'Organizations and keys: npm run frontdesk -- --help';
  return [`Frontdesk is ready at ${urls.public} (${pages}). Stop it with Ctrl+C.`, keys];
}
