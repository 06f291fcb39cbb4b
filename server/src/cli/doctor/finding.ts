// What a check of `frontdesk doctor` found.

/** One line of the report. */
export interface Finding {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  /** What was seen, in one sentence. */
  message: string;
  /** What to do about it, when something is to be done. */
  advice?: string | undefined;
}

/** A check that runs into an error fails with it, so that one broken thing does not hide the others. */
export async function findingOr(
  name: string,
  advice: string,
  check: () => Promise<Finding[]>,
): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    const what = (message || code || String(error)).split('\n')[0]!;
    return [{ name, status: 'fail', message: what, advice }];
  }
}
