// Processes of the webhook topic that are asked and answer: what they cost is not charged to anybody's event loop.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process that answers one question at a time. */
export interface HelperProcess<Question, Answer> {
  ask(question: Question): Promise<Answer>;
  stop(): Promise<void>;
}

/** Starts one of the programs of this folder. */
export function startHelper<Question extends object, Answer>(
  program: string,
  env: Record<string, string> = {},
): HelperProcess<Question, Answer> {
  const child = fork(fileURLToPath(import.meta.resolve(program)), { env: { ...process.env, ...env } });
  const died = once(child, 'exit').then(() => Promise.reject(new Error(`${program} has ended.`)));
  // Only those who ask want to know.
  died.catch(() => undefined);
  return {
    async ask(question) {
      const answered = once(child, 'message');
      child.send(question);
      const [answer] = await Promise.race([answered, died]);
      return answer as Answer;
    },
    async stop() {
      if (child.connected) child.disconnect();
      await died.catch(() => undefined);
    },
  };
}

/** In such a program: answers what is asked, and ends with the benchmark however that ends. */
export function answerWith<Question, Answer>(answer: (question: Question) => Answer | Promise<Answer>): void {
  process.on('message', async (question: Question) => process.send?.(await answer(question)));
  process.on('disconnect', () => process.exit());
}
