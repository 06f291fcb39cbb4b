// What the settings of an S3-compatible store add up to, and what is told about wrong ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readS3Settings } from '#integrations/files/s3-settings.ts';
import { type ConfigError, readConfig } from '#src/config.ts';

const key = { S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'secret' };
const aws = { ...key, S3_BUCKET: 'house-files', S3_REGION: 'eu-central-1' };
const own = { ...key, S3_BUCKET: 'house-files', S3_ENDPOINT: 'http://minio:9000' };

test('without any of the settings there is no such store', () => {
  const faults: string[] = [];
  assert.equal(readS3Settings({ S3_BUCKET: '', OTHER: 'x' }, faults), undefined);
  assert.deepEqual(faults, []);
});

const places: [string, Record<string, string>, string][] = [
  ['at AWS the bucket is a host', aws, 'https://house-files.s3.eu-central-1.amazonaws.com/'],
  [
    'a dotted name is a path, as no certificate covers it',
    { ...aws, S3_BUCKET: 'a.b' },
    'https://s3.eu-central-1.amazonaws.com/a.b/',
  ],
  ['at another endpoint the bucket is a path', own, 'http://minio:9000/house-files/'],
  ['unless set otherwise', { ...own, S3_FORCE_PATH_STYLE: 'false' }, 'http://house-files.minio:9000/'],
  [
    'and at AWS by choice',
    { ...aws, S3_FORCE_PATH_STYLE: 'true' },
    'https://s3.eu-central-1.amazonaws.com/house-files/',
  ],
  [
    'a prefix is a folder in the bucket',
    { ...aws, S3_PREFIX: '/desk/files/' },
    'https://house-files.s3.eu-central-1.amazonaws.com/desk/files/',
  ],
  [
    'an endpoint may have a path',
    { ...own, S3_ENDPOINT: 'https://x.example.com/storage/s3/', S3_PREFIX: 'desk' },
    'https://x.example.com/storage/s3/house-files/desk/',
  ],
];

for (const [name, env, filesUrl] of places) {
  test(`where files lie: ${name}`, () => {
    const faults: string[] = [];
    assert.equal(readS3Settings(env, faults)?.filesUrl, filesUrl);
    assert.deepEqual(faults, []);
  });
}

test('the region signs, and without one stores of one’s own take the usual one', () => {
  assert.equal(readS3Settings(aws, [])?.region, 'eu-central-1');
  assert.equal(readS3Settings(own, [])?.region, 'us-east-1');
  assert.equal(readS3Settings({ ...own, S3_REGION: 'auto' }, [])?.region, 'auto');
});

test('everything that is missing is told together, with other settings’ faults', () => {
  const faults = configFaults({ S3_PREFIX: 'files', PORT: 'eighty' });
  const named = faults.map((fault) => fault.split(' ')[0]);
  assert.deepEqual(named, ['PORT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION']);
});

const wrong: [string, string][] = [
  ['S3_BUCKET', 'House_Files'],
  ['S3_BUCKET', 'house/files'],
  ['S3_REGION', 'eu central'],
  ['S3_ENDPOINT', 'minio:9000'],
  ['S3_ENDPOINT', 'https://user:pass-word@minio'],
  ['S3_ENDPOINT', 'https://minio?x=pass-word'],
  ['S3_PREFIX', 'a/../b'],
  ['S3_PREFIX', 'a//b'],
  ['S3_PREFIX', 'with space'],
  ['S3_FORCE_PATH_STYLE', 'yes'],
  ['S3_ACCESS_KEY_ID', 'pass word'],
  ['S3_SECRET_ACCESS_KEY', 'pass-word\n'],
];

for (const [name, value] of wrong) {
  test(`${name} may not be ${JSON.stringify(value)}, which is not repeated`, () => {
    const faults = configFaults({ ...aws, [name]: value });
    assert.equal(faults.length, 1);
    assert.ok(faults[0]!.startsWith(`${name} must `), faults[0]);
    assert.ok(!faults[0]!.includes(value.trim()), faults[0]);
  });
}

test('a bucket can’t stand before an address in numbers', () => {
  const faults = configFaults({ ...own, S3_ENDPOINT: 'http://10.0.0.7:9000', S3_FORCE_PATH_STYLE: 'false' });
  assert.equal(faults.length, 1);
  assert.match(faults[0]!, /^S3_FORCE_PATH_STYLE must be true/);
});

test('right settings reach the configuration', () => {
  const { s3 } = readConfig({ ...own, SECRET_KEY: 'x'.repeat(32) });
  assert.equal(s3?.filesUrl, 'http://minio:9000/house-files/');
});

function configFaults(env: Record<string, string>): string[] {
  try {
    readConfig({ SECRET_KEY: 'x'.repeat(32), ...env });
  } catch (error) {
    return (error as ConfigError).faults;
  }
  return [];
}
