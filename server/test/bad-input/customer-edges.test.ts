// A customer's fields at their edges: what just fits is taken, what does not is refused by name.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { createCustomerParameter } from '#core/customer-parameters/customer-parameters.ts';
import { expectRefusal, leavingNoTrace } from '#test/bad-input/refusals.ts';
import { alike, type House, makeHouse } from '#test/tenancy/houses.ts';
import { type World, world } from '#test/world.ts';

type Case = [body: Record<string, unknown>, names: string, code?: string];

suite('a customer at the edges', () => {
  let all: World;
  let house: House;

  before(async () => {
    all = await world();
    house = await makeHouse(all, 'edges');
  });

  async function refuses(cases: Case[]): Promise<void> {
    await leavingNoTrace(all, house, async () => {
      for (const [body, names, code] of cases) {
        const what = JSON.stringify(body).slice(0, 150);
        expectRefusal(await house.admin.post('/customers', body), { names, code }, `POST ${what}`);
        const changed = await house.admin.patch(`/customers/${house.own.id}`, body);
        expectRefusal(changed, { names, code }, `PATCH ${what}`);
      }
    });
  }

  test('emails that are none, twice, too many or somebody else’s are refused by place', async () => {
    const none = [
      '',
      ' ',
      'ada',
      '@',
      'ada@',
      '@example.com',
      'ada@example',
      'ada@example.',
      'ada@.example.com',
      'ada@exam ple.com',
      'a da@example.com',
      'ada@example..com',
      'ada@-example.com',
      'ada@example-.com',
      '.ada@example.com',
      'ada.@example.com',
      'a..b@example.com',
      'ada@example.com, bob@example.com',
      'Ada <ada@example.com>',
      '"ada"@example.com',
      'ada@[127.0.0.1]',
      'ada@example.com\u200b',
      'ada\u202e@example.com',
      `${'a'.repeat(65)}@example.com`,
      `ada@${'a'.repeat(64)}.com`,
      `ada@${'a.'.repeat(125)}com`,
      'mailto:ada@example.com',
    ];
    const six = Array.from({ length: 6 }, (_, place) => ({ address: `edge${place}@example.com` }));
    await refuses([
      ...none.map(
        (address): Case => [{ emails: [{ address: 'ok@example.com' }, { address }] }, 'emails[1].address'],
      ),
      [{ emails: [{ address: 'Ada@example.com' }, { address: ' ada@EXAMPLE.com ' }] }, 'emails[1].address'],
      [
        { emails: [{ address: 'zoë@example.com' }, { address: 'zoe\u0308@example.com' }] },
        'emails[1].address',
      ],
      [{ emails: six }, 'emails', 'email_limit_reached'],
      [{ emails: six.slice(0, 2).map((email) => ({ ...email, isPrimary: true })) }, 'emails'],
      [
        { emails: [{ address: 'free@example.com' }, { address: alike.email.toUpperCase() }] },
        'emails[1].address',
        'email_in_use',
      ],
    ]);
  });

  test('emails that are unusual but real are taken', async () => {
    const real = [
      "o'brien+desk@sub.example.co.uk",
      'x@a.museum',
      'zoë@bücher.example',
      '用户@例子.广告',
      `${'a'.repeat(64)}@example.org`,
      '0@0.example',
      'a_b-c@example.net',
      '{a}%b@example.net',
    ];
    for (const address of real) {
      const { status, body } = await house.admin.post('/customers', {
        emails: [{ address, isPrimary: false }],
      });
      assert.equal(status, 201, `${address}: ${JSON.stringify(body)}`);
      assert.deepEqual(body.data.emails, [{ address, isPrimary: true }]);
    }
  });

  test('phones that are none, twice or too many are refused by place', async () => {
    const none = [
      '',
      ' ',
      'abc',
      '+',
      '++4940123456',
      '+49',
      '0',
      '12',
      '+999999999',
      '+4940123456789012345',
      '040 123456 ext. 5',
      '٠١٢٣٤٥٦٧',
      '+49 40 12a456',
      `0${'1'.repeat(60)}`,
    ];
    const eleven = Array.from({ length: 11 }, (_, place) => ({ number: `+49151000000${10 + place}` }));
    await refuses([
      ...none.map(
        (number): Case => [{ phones: [{ number: '+4940123499' }, { number }] }, 'phones[1].number'],
      ),
      [{ phones: [{ number: '040 123456' }, { number: '+49 (40) 123456' }] }, 'phones[1].number'],
      [{ phones: eleven }, 'phones'],
      [{ phones: eleven.slice(0, 2).map((phone) => ({ ...phone, isPrimary: true })) }, 'phones'],
    ]);
  });

  test('a customer number is 5 to 32 characters that nobody else has', async () => {
    await refuses([
      [{ customerNumber: 'CUST' }, 'customerNumber'],
      [{ customerNumber: '     ' }, 'customerNumber'],
      [{ customerNumber: ' CUST ' }, 'customerNumber'],
      [{ customerNumber: 'x'.repeat(33) }, 'customerNumber'],
      [{ customerNumber: alike.customerNumber }, 'customerNumber', 'number_in_use'],
      [{ customerNumber: ` ${alike.customerNumber} ` }, 'customerNumber', 'number_in_use'],
    ]);
    for (const customerNumber of ['ABCDE', 'x'.repeat(32), 'Nr. 5', 'Zoë-5', '00000']) {
      const { status, body } = await house.admin.post('/customers', { customerNumber });
      assert.equal(status, 201, customerNumber);
      const found = await house.admin.get(`/customers/${encodeURIComponent(customerNumber)}`);
      assert.equal(found.body.data.id, body.data.id);
    }
  });

  test('names take 200 characters, count letters and not bytes, and keep what people are called', async () => {
    const long = '👩‍💻'.repeat(66);
    const { body } = await house.admin.post('/customers', { firstName: long, lastName: "  D'Ángelo-Þór  " });
    assert.equal(body.data.displayName, `${long} D'Ángelo-Þór`);
    assert.equal(body.data.lastName, "D'Ángelo-Þór");
    await refuses([[{ firstName: 'x'.repeat(201) }, 'firstName']]);
  });

  test('a photo that is none is refused by the name it was sent under', async () => {
    const html = Buffer.from('<script>alert(1)</script>').toString('base64');
    const create = [
      'x',
      'ftp://example.com/a.png',
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:image/png;base64,!!!',
      'data:image/png,abc',
      `data:text/html;base64,${html}`,
      `data:image/png;base64,${html}`,
      'data:;base64,',
      'https://',
      'http://[::1',
      'https://user:pass@example.com/a.png',
      'https://10.0.0.1/a.png',
      'http://169.254.169.254/latest/meta-data',
    ];
    await refuses(create.map((profilePhoto): Case => [{ profilePhoto }, 'profilePhoto']));
    await leavingNoTrace(all, house, async () => {
      const update: Case[] = [
        [{ profilePhotoBase64: '' }, 'profilePhotoBase64'],
        [{ profilePhotoBase64: '%%%' }, 'profilePhotoBase64'],
        [{ profilePhotoBase64: html }, 'profilePhotoBase64'],
        [{ profilePhotoMimeType: 'image/png' }, 'profilePhotoMimeType', 'conflicting_parameters'],
        [
          { profilePhotoBase64: html, profilePhotoMimeType: 'text/html' },
          'profilePhotoMimeType',
          'unsupported_media',
        ],
        [{ profilePhotoBase64: html, profilePhoto: '' }, 'profilePhoto', 'conflicting_parameters'],
      ];
      for (const [body, names, code] of update) {
        expectRefusal(
          await house.admin.patch(`/customers/${house.own.id}`, body),
          { names, code },
          JSON.stringify(body),
        );
      }
    });
  });

  test('a value that its parameter can’t have is refused by the name it was sent under', async () => {
    const wrong: Record<string, unknown[]> = {
      number: ['5', true, null === undefined, [], {}],
      boolean: ['true', 1, []],
      date: ['31.03.2026', '2026-02-30', '2026-3-1', '0000-01-01', '275761-01-01', 20260331, ''],
      datetime: [
        '2026-03-31',
        '2026-03-31T09:00',
        '2026-02-30T09:00:00Z',
        '2016-12-31T23:59:60Z',
        '0000-01-01T00:00:00Z',
        '9999-12-31T23:59:59-23:59',
        'now',
      ],
      email: ['ada', 5],
      phone: ['abc', 5],
      url: [
        'example.com',
        'javascript:alert(1)',
        'ftp://example.com',
        `https://example.com/${'x'.repeat(2100)}`,
      ],
      text: ['x'.repeat(501), '', '   ', 5, ['a']],
      long_text: ['x'.repeat(10_001)],
      select: ['c', 'A', 5, ['a']],
      multi_select: ['a', ['a', 'c'], [5], [['a']]],
    };
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ];
    for (const [type, values] of Object.entries(wrong)) {
      const name = `Edge ${type}`;
      const chosen = type.includes('select') ? { options } : {};
      await createCustomerParameter(house.scope, { name, type, ...chosen });
      await refuses(
        values.map((value): Case => [{ parameterValues: { [name]: value } }, `parameterValues.${name}`]),
      );
    }
    await refuses([
      [{ parameterValues: { 'No such thing': 'x' } }, 'parameterValues.No such thing', 'unknown_property'],
    ]);
  });

  test('a version that is none, or of another time, changes nothing', async () => {
    const path = `/customers/${house.own.id}`;
    await leavingNoTrace(all, house, async () => {
      for (const version of [0, -1, 1.5, '1', null]) {
        expectRefusal(await house.admin.patch(path, { version }), { names: 'version' }, `version ${version}`);
      }
      for (const version of [2, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
        const answer = await house.admin.patch(path, { lastName: 'Never', version });
        expectRefusal(answer, { status: 409, code: 'version_conflict' }, `version ${version}`);
      }
      const both = await house.admin.patch(path, { version: 1 }, { 'if-match': '"2"' });
      expectRefusal(both, { code: 'conflicting_parameters' }, 'two versions');
    });
  });
});
