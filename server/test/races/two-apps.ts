// Two applications on one database, as two processes of one installation are.
import { type Cleanup, closeWorld, freshDatabase } from '#test/databases.ts';
import { openWorld, type World } from '#test/world.ts';

/** Two worlds on one new database, each with a clock of its own. Needs a server. */
export async function openTwoApps(
  test: Cleanup,
  settings: Record<string, string> = {},
): Promise<[World, World]> {
  const opened: (() => Promise<unknown>)[] = [];
  test.after(async () => {
    for (const work of opened.reverse()) await work();
  });
  const url = await freshDatabase({ after: (work) => opened.push(work) });
  const open = async () => {
    const one = await openWorld({ DATABASE_URL: url, DATABASE_CONNECTIONS: '5', ...settings });
    opened.push(() => closeWorld(one));
    return one;
  };
  return [await open(), await open()];
}

/** How often each value occurs: `{ 201: 1, 409: 9 }`. */
export function countOf(values: (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Runs work `count` times at once. */
export function atOnce<T>(count: number, work: (place: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, place) => work(place)));
}
