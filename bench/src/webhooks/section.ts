// What was measured of webhooks, as Markdown.
import { median } from '#bench/load/load.ts';
import { mark, percent, type Section, table } from '#bench/report.ts';
import type { Burst, WebhookFigures } from './measure.ts';

/** What a customer get may take during a burst, in times of what it takes without one. */
const slowerMax = 3;
/** The same for the half of the deliveries of others than the one that hangs; so much is noise. */
const delayMax = 1.5;

/** Webhooks in a burst. */
export function webhooksSection(figures: WebhookFigures): Section {
  const { houses, events, burst, idle, during, bareRates, calm, hanging, together } = figures;
  const slower = during.p99 / idle.p99;
  const delay = median(hanging.map(halfSeconds)) / median(calm.map(halfSeconds));
  const faulty = [burst, ...calm, ...hanging, together].filter((one) => !isWhole(one)).length;
  const promises = [slower <= slowerMax, delay <= delayMax, faulty === 0];
  const bareRate = mean(bareRates);
  return {
    text: `## Webhooks

${houses} organizations with ten subscriptions each, ${figures.subscriptions.toLocaleString('en')} in all, to receivers on this machine at ten origins that
answer at once. ${events.toLocaleString('en')} events come in one transaction: of each record that it is made and that it changed. Each goes to
the ten subscriptions of its organization: ${burst.expected.toLocaleString('en')} deliveries by one Frontdesk process, which does so on one
thread and answers requests on another. The time counts from the commit to the last call. The bare limit is \`bench/src/webhooks/bare-sender.ts\`: it sends
${figures.bareCount.toLocaleString('en')} of the same bodies to the same receivers, takes and records them in batches of about a thousand, and
knows neither order nor claims; it ran before (${bareRates[0]!.toFixed(0)}/s) and after (${bareRates[1]!.toFixed(0)}/s), with nothing to number and to line up.

${table(
  ['', 'deliveries', 'seconds', 'deliveries/s', 'of the bare limit', 'twice', 'out of order'],
  [
    ['bare limit', figures.bareCount.toString(), '', bareRate.toFixed(0), '100 %', '', ''],
    burstRow('the burst', burst, bareRate),
    burstRow('one organization with 1,000 subscriptions', together, bareRate),
  ],
)}
Every event came to every subscription, none twice, and those of a record in order ${mark(faulty === 0)}. Frontdesk took ${figures.cpuMicroseconds.toFixed(0)} µs of
processor time a delivery, with the requests of that time, and ${(figures.rssBytes / 1e6).toFixed(0)} MB of memory.

Meanwhile customers were got, ${figures.getsPerSecond} a second at a steady pace, whether earlier ones were answered or not; the time counts
from when a request was due.

${table(
  ['Get a customer', 'requests', 'p50 ms', 'p99 ms', 'promise'],
  [
    ['before or after, the calmer', idle.count.toString(), idle.p50.toFixed(1), idle.p99.toFixed(1), ''],
    [
      'during the burst',
      during.count.toString(),
      during.p50.toFixed(1),
      during.p99.toFixed(1),
      `${slower.toFixed(2)} of ${slowerMax} times ${mark(promises[0]!)}`,
    ],
  ],
)}
One receiver of the ${figures.subscriptions.toLocaleString('en')} answers like the others or takes calls and never answers, in turns, in bursts a tenth as
large: seconds until half of the deliveries to the others had come, the promise for the middle of the turns.

${table(
  ['', 'deliveries', ...calm.map((_, place) => `turn ${place + 1}, s`), 'promise'],
  [
    hangingRow('all answer', calm, ''),
    hangingRow('one hangs', hanging, `${delay.toFixed(2)} of ${delayMax} times ${mark(promises[1]!)}`),
  ],
)}`,
    broken: promises.filter((isKept) => !isKept).length,
  };
}

function burstRow(title: string, burst: Burst, bareRate: number): string[] {
  const { expected, seconds, repeated, misordered } = burst;
  const rate = expected / seconds;
  const share = percent(rate / bareRate);
  const figures = [expected.toString(), seconds.toFixed(1), rate.toFixed(0), share];
  return [title, ...figures, repeated.toString(), misordered.toString()];
}

function hangingRow(title: string, bursts: Burst[], promise: string): string[] {
  const halves = bursts.map((burst) => halfSeconds(burst).toFixed(2));
  return [title, bursts[0]!.expected.toString(), ...halves, promise];
}

function isWhole({ count, expected, repeated, misordered }: Burst): boolean {
  return count === expected && repeated === 0 && misordered === 0;
}

function halfSeconds(burst: Burst): number {
  return burst.halfSeconds;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
