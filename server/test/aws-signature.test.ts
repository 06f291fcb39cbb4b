// The checker of signatures, by the examples of the S3 documentation ("Signature calculations for the Authorization
// header: transferring payload in a single chunk"): so it does not merely agree with the library it checks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SignedRequest, signatureFault } from '#test/aws-signature.ts';

const rules = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  now: new Date('2013-05-24T00:00:00Z'),
};
const credential = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const getObject: SignedRequest = {
  method: 'GET',
  target: '/test.txt',
  body: Buffer.alloc(0),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    range: 'bytes=0-9',
    'x-amz-content-sha256': emptyHash,
    'x-amz-date': '20130524T000000Z',
    authorization: `${credential},SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  },
};

const putObject: SignedRequest = {
  method: 'PUT',
  target: '/test%24file.text',
  body: Buffer.from('Welcome to Amazon S3.'),
  headers: {
    host: 'examplebucket.s3.amazonaws.com',
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-date': '20130524T000000Z',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    authorization: `${credential},SignedHeaders=date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class,Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd`,
  },
};

test('the documented signatures are right', () => {
  assert.equal(signatureFault(getObject, rules), undefined);
  assert.equal(signatureFault(putObject, rules), undefined);
});

test('another secret, another address, another body, and another time are told apart', () => {
  const otherSecret = { ...rules, secretAccessKey: 'another' };
  assert.equal(signatureFault(getObject, otherSecret), 'SignatureDoesNotMatch');
  assert.equal(signatureFault({ ...getObject, target: '/other.txt' }, rules), 'SignatureDoesNotMatch');
  assert.equal(
    signatureFault({ ...putObject, body: Buffer.from('else') }, rules),
    'XAmzContentSHA256Mismatch',
  );
  const later = { ...rules, now: new Date('2013-05-24T00:16:00Z') };
  assert.equal(signatureFault(getObject, later), 'RequestTimeTooSkewed');
});

test('a header of the protocol that is not signed is refused', () => {
  const headers = { ...getObject.headers, 'x-amz-acl': 'public-read' };
  assert.equal(signatureFault({ ...getObject, headers }, rules), 'AccessDenied');
});
