// Photos re-encoded, from real images made here.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import {
  logoSize,
  PhotoError,
  type PhotoErrorCode,
  reencodeLogo,
  reencodePhoto,
} from '#integrations/images/images.ts';

type Colour = [red: number, green: number, blue: number];
const red: Colour = [220, 30, 30];
const blue: Colour = [30, 30, 220];

for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
  test(`a ${format} becomes a WebP of the same picture`, async () => {
    const photo = await reencodePhoto(await halves(60, 40).toFormat(format).toBuffer());
    assert.equal(photo.contentType, 'image/webp');
    assert.deepEqual([photo.width, photo.height], [60, 40]);
    assert.equal((await sharp(photo.bytes).metadata()).format, 'webp');
    await assertColour(photo.bytes, 5, 20, red);
    await assertColour(photo.bytes, 55, 20, blue);
  });

  test(`a ${format} that ends early is unreadable`, async () => {
    const whole = await noise(200, 200).toFormat(format).toBuffer();
    await assertRefused(whole.subarray(0, whole.length / 2), 'unreadable');
    await assertRefused(whole.subarray(0, 40), 'unreadable');
  });
}

test('a logo is drawn within its size, never enlarged, and keeps what can be seen through it', async () => {
  const background = { r: 220, g: 30, b: 30, alpha: 0.5 };
  const large = await sharp({ create: { width: 2000, height: 1000, channels: 4, background } })
    .png()
    .toBuffer();
  const logo = await reencodeLogo(large);
  assert.deepEqual([logo.width, logo.height], [240, logoSize.height]);
  assert.equal((await sharp(logo.bytes).metadata()).hasAlpha, true);
  const small = await reencodeLogo(await halves(60, 40).png().toBuffer());
  assert.deepEqual([small.width, small.height], [60, 40]);
});

test('place and camera are gone: the file holds nothing but the picture', async () => {
  const exif = {
    IFD0: { Make: 'SecretCamera' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
  };
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><!-- SecretPlace --></x:xmpmeta>';
  const original = await halves(60, 40).withExif(exif).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer();
  const before = await sharp(original).metadata();
  assert.ok(
    before.exif?.includes('SecretCamera') && before.xmp && before.icc,
    'the original must carry all three',
  );

  const { bytes } = await reencodePhoto(original);
  const after = await sharp(bytes).metadata();
  assert.deepEqual(
    [after.exif, after.xmp, after.icc, after.iptc, after.orientation],
    Array(5).fill(undefined),
  );
  assert.deepEqual(chunkNames(bytes), ['VP8 ']);
  assert.doesNotMatch(bytes.toString('latin1'), /Secret|Exif/);
});

test('a wide-gamut picture is converted to sRGB before its colour profile goes', async () => {
  const original = await halves(60, 40).withIccProfile('p3').png().toBuffer();
  const { bytes } = await reencodePhoto(original);
  await assertColour(bytes, 5, 20, red);
});

test('a picture taken sideways comes out upright', async () => {
  // Orientation 6: turn a quarter clockwise, so that the left half becomes the upper one.
  const sideways = await halves(60, 40).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const photo = await reencodePhoto(sideways);
  assert.deepEqual([photo.width, photo.height], [40, 60]);
  await assertColour(photo.bytes, 20, 5, red);
  await assertColour(photo.bytes, 20, 55, blue);
});

test('a large picture fits within 1024 × 1024 in its own proportions', async () => {
  const wide = await reencodePhoto(await halves(3000, 1500).png().toBuffer());
  assert.deepEqual([wide.width, wide.height], [1024, 512]);
  const tall = await reencodePhoto(await halves(2, 5000).png().toBuffer());
  assert.deepEqual([tall.width, tall.height], [1, 1024]);
});

test('an animation becomes its first frame', async () => {
  const frames = await Promise.all([plain(red).png().toBuffer(), plain(blue).png().toBuffer()]);
  const animated = await sharp(frames, { join: { animated: true } })
    .gif({ loop: 0, delay: [100, 100] })
    .toBuffer();
  assert.equal((await sharp(animated).metadata()).pages, 2, 'the original must move');
  const photo = await reencodePhoto(animated);
  assert.deepEqual([photo.width, photo.height], [30, 30]);
  assert.ok(!chunkNames(photo.bytes).includes('ANIM'));
  await assertColour(photo.bytes, 15, 15, red);
});

test('transparent stays transparent', async () => {
  const clear = sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
  });
  const photo = await reencodePhoto(await clear.png().toBuffer());
  const { data, info } = await sharp(photo.bytes).raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.channels, data[3]], [4, 0]);
});

test('pictures for print, in grey and in 16 bits are taken too', async () => {
  const cmyk = await plain(red).toColourspace('cmyk').jpeg().toBuffer();
  const grey = await plain(red).toColourspace('b-w').png().toBuffer();
  const deep = await plain(red).toColourspace('rgb16').png().toBuffer();
  assert.equal((await sharp(cmyk).metadata()).space, 'cmyk');
  assert.equal((await sharp(deep).metadata()).depth, 'ushort');
  for (const original of [cmyk, grey, deep]) {
    assert.equal((await sharp((await reencodePhoto(original)).bytes).metadata()).space, 'srgb');
  }
});

test('other kinds of files are unsupported, whatever they are called', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const others = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    'A text named photo.png',
    '%PDF-1.7\n',
    'RIFF\0\0\0\0WAVEfmt ',
    '',
  ];
  for (const other of others) await assertRefused(Buffer.from(other), 'unsupported_media');
  await assertRefused(await plain(red).tiff().toBuffer(), 'unsupported_media');
  await assertRefused(await plain(red).avif().toBuffer(), 'unsupported_media');
});

test('other content behind the first bytes of a photo is refused', async () => {
  const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  await assertRefused(
    Buffer.concat([png, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')]),
    'unreadable',
  );
  await assertRefused(
    Buffer.concat([Buffer.from('GIF89a'), await plain(red).tiff().toBuffer()]),
    'unreadable',
  );
});

test('a file that would decode to more than 50 megapixels is refused by its header', async () => {
  await assertRefused(await pngClaiming(10_000, 5_001), 'too_many_pixels');
  await assertRefused(await pngClaiming(60_000, 60_000), 'too_many_pixels');
});

test('a bad photo keeps none of the others from being done', async () => {
  const good = await halves(60, 40).png().toBuffer();
  const outcomes = await Promise.allSettled([good, Buffer.from('bad'), good, good].map(reencodePhoto));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
});

async function assertRefused(bytes: Buffer, code: PhotoErrorCode): Promise<void> {
  await assert.rejects(reencodePhoto(bytes), (error) => {
    assert.ok(error instanceof PhotoError, String(error));
    assert.deepEqual([error.name, error.kind, error.code], ['PhotoError', 'invalid', code]);
    assert.match(error.message, /^The photo .*\.$/);
    return true;
  });
}

/** Within what lossy encoding changes. */
async function assertColour(bytes: Buffer, left: number, top: number, colour: Colour): Promise<void> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  const distance = Math.max(...colour.map((value, channel) => Math.abs(value - pixel[channel]!)));
  assert.ok(distance <= 16, `${[...pixel]} should be about ${colour}`);
}

/** The left half red, the right half blue. */
function halves(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) pixels.set(at % width < width / 2 ? red : blue, at * 3);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function plain([r, g, b]: Colour): Sharp {
  return sharp({ create: { width: 30, height: 30, channels: 3, background: { r, g, b } } });
}

function noise(width: number, height: number): Sharp {
  const pixels = Buffer.from({ length: width * height * 3 }).map((_, at) => (at * 7919) % 251);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A small PNG whose header, checksum included, says another size. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await plain(red).png().toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

function chunkNames(webp: Buffer): string[] {
  const names: string[] = [];
  for (let at = 12; at < webp.length; at += 8 + webp.readUInt32LE(at + 4) + (webp.readUInt32LE(at + 4) % 2)) {
    names.push(webp.toString('latin1', at, at + 4));
  }
  return names;
}
