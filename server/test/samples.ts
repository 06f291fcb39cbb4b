// Running the code samples of an area's document against a server: what the reference page shows is what happens.
import { execFile, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

/** What came back from a sample. */
export interface Outcome {
  status: number;
  /** JSON, read; `undefined` for no body and for a file. */
  body: unknown;
}

/** A language that samples are written in. */
export interface SampleLanguage {
  /** The samples' label in the document. */
  label: string;
  /** Why samples can't be run here, or `false`. */
  skip: string | false;
  /** Runs a sample with the caller's credential in the environment variable that samples take it from. */
  run(source: string, credential: { variable: string; value: string }): Promise<Outcome>;
}

/** The languages of all samples. */
export const sampleLanguages: SampleLanguage[] = [
  {
    label: 'curl',
    skip: spawnSync('curl', ['--version']).status !== 0 && 'there is no curl',
    async run(source, { variable, value }) {
      const command = `${source} --silent --show-error --write-out '\n%{http_code}'`;
      const { stdout } = await promisify(execFile)('sh', ['-c', command], {
        env: { ...process.env, [variable]: value },
        // Where a file that a sample keeps is in nobody's way.
        cwd: tmpdir(),
      });
      const end = stdout.lastIndexOf('\n');
      return {
        status: Number(stdout.slice(end)),
        body: end === 0 ? undefined : JSON.parse(stdout.slice(0, end)),
      };
    },
  },
  {
    label: 'JavaScript',
    skip: false,
    async run(source, { variable, value }) {
      process.env[variable] = value;
      // The value makes the module another one each time.
      const given =
        'export { response };\nexport const body = typeof answer === "undefined" ? undefined : answer;';
      const module = `${source}\n${given}\n// ${value} ${crypto.randomUUID()}`;
      const { body, response } = await import(`data:text/javascript,${encodeURIComponent(module)}`);
      delete process.env[variable];
      return { status: response.status, body: body instanceof Uint8Array ? undefined : body };
    },
  },
];
