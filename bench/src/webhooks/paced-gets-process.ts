// Sends the requests of a paced load over connections that are kept.
import { Agent, get } from 'node:http';
import { answerWith } from './helper-process.ts';
import type { PacedAnswer, PacedLoad, PacedQuestion } from './paced-gets.ts';

const agent = new Agent({ keepAlive: true });
let end: (() => Promise<PacedAnswer>) | undefined;

answerWith<PacedQuestion, PacedAnswer>(async (question) => {
  if ('end' in question) return end!();
  end = begin(question.begin);
  return { times: [], failed: 0 };
});

function begin({ url, headers, paths, perSecond }: PacedLoad): () => Promise<PacedAnswer> {
  const answer: PacedAnswer = { times: [], failed: 0 };
  const startedAt = performance.now();
  const underWay = new Set<Promise<void>>();
  let sent = 0;
  async function ask(dueAt: number): Promise<void> {
    const isFine = await answered(url + paths[sent % paths.length], headers);
    answer.times.push(performance.now() - dueAt);
    if (!isFine) answer.failed += 1;
  }
  const timer = setInterval(() => {
    for (; startedAt + (sent * 1_000) / perSecond <= performance.now(); sent += 1) {
      const asking = ask(startedAt + (sent * 1_000) / perSecond);
      underWay.add(asking);
      asking.finally(() => underWay.delete(asking));
    }
  }, 1);
  return async () => {
    clearInterval(timer);
    await Promise.all(underWay);
    return answer;
  };
}

function answered(url: string, headers: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(url, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
}
