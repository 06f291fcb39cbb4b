// The settings of an S3-compatible file store: what each must look like, and where they put the files.

/** A bucket, or a part of one, and the credentials for it. Holds a secret: never log it. */
export interface S3Settings {
  /** Where the files lie, bucket and prefix included, with a slash at the end: a key is put behind it. */
  filesUrl: string;
  /** Part of each signature. */
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Record<string, string | undefined>;
type Values = Partial<Record<(typeof names)[number], string>>;

const names = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ENDPOINT',
  'S3_PREFIX',
  'S3_FORCE_PATH_STYLE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const;

const plainFolder = '(?!\\.{1,2}(/|$))[0-9A-Za-z._-]+';

// What is wrong is told without the value: people put credentials into the wrong variable.
const rules: [(typeof names)[number], RegExp, string][] = [
  [
    'S3_BUCKET',
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    'must be a bucket’s name: 3 to 63 of a-z, 0-9, "-" and ".".',
  ],
  ['S3_REGION', /^[0-9A-Za-z_-]{1,64}$/, 'must be the name of a region, like eu-central-1.'],
  [
    'S3_PREFIX',
    new RegExp(`^/?${plainFolder}(/${plainFolder})*/?$`),
    'must be a folder in the bucket, like frontdesk/files, of letters, digits, "-", "_" and ".".',
  ],
  ['S3_FORCE_PATH_STYLE', /^(true|false)$/, 'must be true or false.'],
  ['S3_ACCESS_KEY_ID', /^[!-~]+$/, 'must have no white space.'],
  ['S3_SECRET_ACCESS_KEY', /^[!-~]+$/, 'must have no white space.'],
];

/**
 * Reads the `S3_…` settings, which docs/configuration.md explains; `undefined` when none is set. Everything that is
 * missing or wrong is added to `faults`, without its value.
 */
export function readS3Settings(env: Environment, faults: string[]): S3Settings | undefined {
  const values: Values = Object.fromEntries(
    names.filter((name) => env[name]).map((name) => [name, env[name]]),
  );
  const firstName = names.find((name) => values[name]);
  if (!firstName) return undefined;
  const found = [...missingFaults(values, firstName), ...formFaults(values)];
  const filesUrl = found.length === 0 ? filesUrlOf(values) : undefined;
  if (found.length === 0 && !filesUrl) {
    found.push(
      'S3_FORCE_PATH_STYLE must be true: the bucket’s name can’t stand before the host of S3_ENDPOINT.',
    );
  }
  faults.push(...found);
  return {
    filesUrl: filesUrl ?? '',
    region: values.S3_REGION ?? 'us-east-1',
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  };
}

function missingFaults(values: Values, firstName: string): string[] {
  const faults: string[] = [];
  const need = (name: keyof Values, what: string) => {
    if (!values[name]) faults.push(`${name} is needed with ${firstName}: ${what}.`);
  };
  need('S3_BUCKET', 'the bucket the files go to');
  need('S3_ACCESS_KEY_ID', 'the id of a key that may read, write, delete and list in the bucket');
  need('S3_SECRET_ACCESS_KEY', 'the secret of that key');
  if (!values.S3_ENDPOINT) need('S3_REGION', 'the bucket’s region at AWS; elsewhere set S3_ENDPOINT');
  return faults;
}

function formFaults(values: Values): string[] {
  const faults = rules.flatMap(([name, pattern, right]) => {
    const value = values[name];
    return value === undefined || pattern.test(value) ? [] : [`${name} ${right}`];
  });
  if (values.S3_ENDPOINT && !isEndpoint(values.S3_ENDPOINT)) {
    faults.push(
      'S3_ENDPOINT must be an http or https address without bucket, user or query, like https://minio.example.com.',
    );
  }
  return faults;
}

function isEndpoint(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    !url.search &&
    !url.hash &&
    !url.username &&
    !url.password
  );
}

/** `undefined` when the bucket's name can't be part of the host's, as before an address in numbers. */
function filesUrlOf(values: Values): string | undefined {
  const { S3_BUCKET: bucket = '', S3_REGION: region, S3_ENDPOINT: endpoint } = values;
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // Stores other than AWS answer by path nearly without exception, by name only where somebody set up the names.
  // A dot in the name falls out of the certificate for *.host.
  const isByPath =
    (values.S3_FORCE_PATH_STYLE ?? String(endpoint !== undefined || bucket.includes('.'))) === 'true';
  const host = isByPath ? url.host : `${bucket}.${url.host}`;
  const folders = [url.pathname, isByPath ? bucket : '', values.S3_PREFIX ?? ''].flatMap((part) =>
    part.split('/'),
  );
  const address = `${url.protocol}//${[host, ...folders.filter(Boolean)].join('/')}/`;
  return URL.canParse(address) && new URL(address).host === host ? address : undefined;
}
