// What was measured, as Markdown.
import { cpus, totalmem } from 'node:os';
import type { SigningRates } from '#bench/load/signing-rate.ts';
import type { Rush } from '#bench/shares/rush.ts';
import type { Share, Side } from '#bench/shares/shares.ts';
import type { Way } from './lanes.ts';
import type { Plan } from './plans.ts';
import type { ScaledGroup } from './scale/measure.ts';
import type { StartUp } from './startup.ts';
import { type TicketCost, ticketCpuMaxMs } from './tickets.ts';

/** What the machine and the programs were. */
export interface Surroundings {
  database: string;
  sizes: string;
}

/** One part of a report, and how many promises it shows broken. */
export interface Section {
  text: string;
  broken: number;
}

/** The facts the figures depend on. */
export function surroundingsText({ database, sizes }: Surroundings): string {
  const [cpu] = cpus();
  const facts = [
    `${cpus().length} cores (${cpu?.model ?? 'unknown'}), ${gigabytes(totalmem())} memory`,
    `Node ${process.versions.node}, ${database}, everything on this machine`,
    sizes,
  ];
  return `${facts.map((fact) => `- ${fact}`).join('\n')}\n`;
}

/** What the cases are to be seen against. */
export interface Measures {
  /** Requests a second of the load generator against a server that only answers. */
  generatorRate: number;
  signingRates: SigningRates;
  /** Of the places that many wanted, when bookings were measured. */
  rush: Rush | undefined;
}

/** The cases against the bare limit. */
export function sharesSection(shares: Share[], { generatorRate, signingRates, rush }: Measures): Section {
  const rows = shares.flatMap((share) => [
    sideRow(share.title, 'bare limit', share.bare, ''),
    sideRow(
      '',
      'Frontdesk',
      share.frontdesk,
      `${percent(share.share)} of ${percent(share.leastShare)} ${mark(isReached(share))}`,
    ),
  ]);
  const figures = ['requests/s', 'share', 'p50 ms', 'p99 ms', 'CPU µs/request', 'memory MB', 'SQL/request'];
  const { oneThread, threadPool } = signingRates;
  return {
    text: `## Share of the bare limit

32 connections, one process each, 10 database connections each. Loaded in turns of a second; a share is the median of
the pairs' ratios. The bare limit is \`bench/src/shares/bare-server.ts\`; both gave the same answers, byte for byte but for
what is new: ids, times, tokens. CPU is that of the server's own process. SQL counts the statements the database ran in a
further slice, but for BEGIN and COMMIT. The bare limit checks the signature of an access token each time; Frontdesk
remembers those it has checked. The load generator alone reaches ${generatorRate.toFixed(0)} requests/s against a server that only
answers. RSA-2048 alone makes ${oneThread.toFixed(0)} signatures a second on one thread and ${threadPool.toFixed(0)} on the thread pool, measured
between the cases.

${table(['', '', ...figures], rows)}${rushText(rush)}${askedOf(shares)}`,
    broken: shares.filter((share) => !isReached(share)).length + (rush && rush.overbooked > 0 ? 1 : 0),
  };
}

function rushText(rush: Rush | undefined): string {
  if (!rush) return '';
  const { requests, booked, refused, overbooked } = rush;
  return `
For conflicts, eight requests went out for each table and time of a day, with room for three: of ${requests} requests,
${booked} were booked and ${refused} were answered \`slot_unavailable\`. Over all that was booked in this run, by both
servers, more was taken than there is at ${overbooked} moments ${mark(overbooked === 0)}.
`;
}

function isReached({ share, leastShare }: Share): boolean {
  return share >= leastShare;
}

function sideRow(
  title: string,
  side: string,
  { rate, p50, p99, cpuMicroseconds, rssBytes, statements }: Side,
  share: string,
) {
  const asked = statements.reduce((sum, { perRequest }) => sum + perRequest, 0);
  const times = [p50.toFixed(1), p99.toFixed(1), cpuMicroseconds.toFixed(0)];
  return [title, side, rate.toFixed(0), share, ...times, (rssBytes / 1e6).toFixed(0), asked.toFixed(2)];
}

const signInCases = ['refresh-grant', 'refresh', 'userinfo', 'profile'];
/** What is run less often belongs to jobs, or to what the process does once in a while. */
const oftenEnough = 0.05;

/** What the requests of signed-in customers ask: proof that checking a token asks nothing but for old sessions. */
function askedOf(shares: Share[]): string {
  const rows = shares
    .filter(({ name }) => signInCases.includes(name))
    .flatMap(({ title, frontdesk }) =>
      frontdesk.statements
        .filter(({ perRequest }) => perRequest >= oftenEnough)
        .map(({ text, perRequest }, place) => [
          place === 0 ? title : '',
          shortened(text),
          perRequest.toFixed(2),
        ]),
    );
  if (rows.length === 0) return '';
  return `
### What the requests of signed-in customers ask the database

Every statement the database ran while Frontdesk answered, as often as once in 20 requests. Checking an access token
asks nothing: only where its session stands is looked up, once in three seconds for each session.

${table(['', 'statement', 'a request'], rows)}`;
}

function shortened(statement: string): string {
  const text = statement.replaceAll('|', '\\|');
  return `\`${text.length > 150 ? `${text.slice(0, 100)} … ${text.slice(-45)}` : text}\``;
}

/** Single requests among many customers and organizations. */
export function scaleSection(groups: ScaledGroup[]): Section {
  const tables = groups.map(({ title, rows }) => {
    const cells = rows.map(({ title, p50, p95, promise }) => [
      title,
      p50.toFixed(2),
      p95.toFixed(2),
      promise ? `${promise.text} ${mark(promise.kept)}` : '',
    ]);
    return `### ${title}\n\n${table(['', 'p50 ms', 'p95 ms', 'promise'], cells)}`;
  });
  return {
    text: `## At scale\n\nOne request at a time, over HTTP, with everything on.\n\n${tables.join('\n')}`,
    broken: groups.flatMap(({ rows }) => rows).filter(({ promise }) => promise?.kept === false).length,
  };
}

/** Times from start to ready. */
export function startUpSection(starts: StartUp[]): Section {
  const rows = starts.map(({ title, readyMs, promiseMs }) => [
    title,
    `${readyMs.toFixed(0)} ms`,
    promiseMs ? `${promiseMs} ms ${mark(readyMs <= promiseMs)}` : '',
  ]);
  return {
    text: `## From start to ready\n\n${table(['', 'ready after', 'promise'], rows)}`,
    broken: starts.filter(({ readyMs, promiseMs }) => promiseMs && readyMs > promiseMs).length,
  };
}

/** What tickets cost. */
export function ticketsSection(costs: TicketCost[]): Section {
  const rows = costs.map(({ title, cpuMs, bytes }) => [
    title,
    cpuMs.toFixed(1),
    `${ticketCpuMaxMs} ms ${mark(cpuMs < ticketCpuMaxMs)}`,
    (bytes / 1e3).toFixed(0),
  ]);
  return {
    text: `## Tickets\n\nProcessor time for one PDF, over all threads, once warm.\n\n${table(['', 'CPU ms', 'promise: below', 'kB'], rows)}`,
    broken: costs.filter(({ cpuMs }) => cpuMs >= ticketCpuMaxMs).length,
  };
}

/** Ways to tell the database whose organization a query is for. */
export function lanesSection(groups: { title: string; ways: Way[] }[]): Section {
  const tables = groups.map(({ title, ways }) => {
    const rows = ways.map((way) => [way.title, way.rate.toFixed(0), percent(way.share)]);
    return `### ${title}\n\n${table(['', 'queries/s', 'of the query alone'], rows)}`;
  });
  return {
    text: `## Ways to set the organization\n\nGet by id, 10 connections, 32 at once, without HTTP.\n\n${tables.join('\n')}`,
    broken: 0,
  };
}

/** The document of query plans. */
export function plansDocument(plans: Plan[], surroundings: string): string {
  const shortened = columnsOnce();
  const chapters = plans.map(({ title, parts }) => {
    const texts = parts.map(
      ({ statement, plan }) => `\`\`\`sql\n${shortened(statement)}\n\`\`\`\n\n\`\`\`\n${plan}\n\`\`\`\n`,
    );
    return `## ${title}\n\n${texts.join('\n')}`;
  });
  return `# Query plans

Written by \`npm run bench\`. Each statement was run as a request runs it: prepared, by the tenant role, with the
organization's session set, behind row-level security; the plan is the one the server kept, with times and buffers of
that run. The statements inside a function come before the one that calls it.

${surroundings}
${chapters.join('\n')}`;
}

/** Shortens the values of a customer, which are the same wherever one is read, but for the first time. */
function columnsOnce(): (statement: string) => string {
  let isShown = false;
  return (statement) => {
    const short = statement.replace(
      /json_build_array\(c\.id, .*\) as customer/,
      'json_build_array(…) as customer',
    );
    if (isShown) return short;
    isShown = short !== statement;
    return statement;
  };
}

/** The document of figures. */
export function benchmarksDocument(sections: Section[], surroundings: string): string {
  const texts = sections.map(({ text }) => text).join('\n');
  return `# Benchmarks\n\nWritten by \`npm run bench\`.\n\n${surroundings}\n${texts}`;
}

/** A Markdown table; the first column is text, the others are figures. */
export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return `${[line(head), line(rule), ...rows.map(line)].join('\n')}\n`;
}

/** A share as people write it, such as "45 %". */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** Whether a promise is kept. */
export function mark(isGood: boolean): string {
  return isGood ? '✓' : '✗';
}

function gigabytes(bytes: number): string {
  return `${Math.round(bytes / 2 ** 30)} GB`;
}
