// Who waits for whom before the database is asked: requests that change one account in this process.

/**
 * How many requests of one account are let into the database: one changes the balance, and the next is there when it
 * has.
 */
const atOnce = 2;

interface Turns {
  running: number;
  waiting: (() => void)[];
}

const turnsByAccount = new Map<string, Turns>();

/**
 * Runs work on an account when its turn has come. In the database all but one would wait for the account's row, each
 * holding a connection: thirty requests for one customer would leave none to anybody else.
 */
export async function inTurn<T>(account: string, work: () => Promise<T>): Promise<T> {
  const turns = turnsByAccount.get(account) ?? { running: 0, waiting: [] };
  turnsByAccount.set(account, turns);
  if (turns.running < atOnce) turns.running += 1;
  else await new Promise<void>((resolve) => turns.waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = turns.waiting.shift();
    if (next) next();
    else turns.running -= 1;
    if (turns.running === 0) turnsByAccount.delete(account);
  }
}
