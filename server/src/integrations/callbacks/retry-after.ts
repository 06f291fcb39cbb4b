// The Retry-After header (RFC 9110, 10.2.3), which comes as seconds or as a date.

const secondsMax = 24 * 60 * 60;
// The three forms of RFC 9110, 5.6.7. `Date.parse` alone takes almost any text.
const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w -]+ \d{2}:\d{2}:\d{2}( \d{4}| GMT)$/;

/**
 * Whole seconds from `now` until the receiver wants to be asked again: 0 for a past date, at most one day, so that a
 * receiver can't put a time off for ever. `undefined` for no header or one of another form.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value), secondsMax);
  if (!httpDate.test(value)) return undefined;
  const moment = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  if (Number.isNaN(moment)) return undefined;
  const seconds = Math.ceil((moment - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), secondsMax);
}
