// The receivers of a burst, a process of its own: ten origins that answer at once, check what they are told, and keep
// when it came.
import { type HelperProcess, startHelper } from './helper-process.ts';

/** What is asked of the receivers. */
export type ReceiversQuestion =
  | { ask: 'urls' }
  /** Forgets what came, and answers what was left hanging. */
  | { ask: 'begin'; aside: Aside | undefined }
  | { ask: 'count' }
  | { ask: 'tally' };

/** A path whose calls are not counted, and whether they are left without an answer. */
export interface Aside {
  path: string;
  hangs: boolean;
}

/** What came since the beginning. */
export interface Tally {
  /** Calls. */
  count: number;
  /** Calls that brought a subscription an event it already had. */
  repeated: number;
  /** Calls that brought an event after a later one of the same record. */
  misordered: number;
  /** When half of the calls had come, and when the last came, in milliseconds since 1970. */
  halfAt: number;
  lastAt: number;
}

/** The running receivers. */
export interface Receivers {
  /** One for each origin, without a slash at its end. */
  urls: string[];
  begin(aside?: Aside): Promise<void>;
  count(): Promise<number>;
  tally(): Promise<Tally>;
  stop(): Promise<void>;
}

/** Starts the receivers. */
export async function startReceivers(): Promise<Receivers> {
  // What an answer is depends on what was asked: receivers-process.ts has both side by side.
  const helper = startHelper<ReceiversQuestion, never>('./receivers-process.ts') as HelperProcess<
    ReceiversQuestion,
    unknown
  >;
  return {
    urls: (await helper.ask({ ask: 'urls' })) as string[],
    begin: async (aside) => void (await helper.ask({ ask: 'begin', aside })),
    count: async () => (await helper.ask({ ask: 'count' })) as number,
    tally: async () => (await helper.ask({ ask: 'tally' })) as Tally,
    stop: helper.stop,
  };
}
