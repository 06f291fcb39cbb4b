// The commands on locations, sublocations, equipment, staff and services: a house set up from the command line, and what
// can't be understood.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callCommand } from '#test/command-line.ts';
import { makeOrganization, world } from '#test/world.ts';

async function openCaller() {
  const { parts } = await world();
  const { organization, admin } = await makeOrganization(await world());
  const call = (...argv: string[]) => callCommand(parts, [...argv, '-o', organization.slug]);
  const made = async (...argv: string[]) => {
    const { exitCode, stdout, stderr } = await call(...argv, '--json');
    assert.deepEqual([exitCode, stderr], [0, ''], argv.join(' '));
    return JSON.parse(stdout);
  };
  return { call, made, admin };
}

test('a house is set up by names, and the Admin API shows what the commands printed', async () => {
  const { made, admin } = await openCaller();
  const address = ['--line1', 'Am Kai 1', '--city', 'Hamburg', '--country', 'de'];
  const location = await made(
    'location',
    'create',
    'Harbour House',
    '--time-zone',
    'Europe/Lisbon',
    ...address,
  );
  assert.deepEqual(location.address, { line1: 'Am Kai 1', city: 'Hamburg', country: 'DE' });
  const at = ['--location', 'harbour house'];
  const room = await made('sublocation', 'create', 'Lighthouse', ...at, '--kind', 'room', '--capacity', '8');
  const projector = await made('equipment', 'create', 'Projector', ...at, '--quantity', '2');
  const coach = await made('staff', 'create', 'Ines Maria Okonkwo', '--title', 'Coach');
  assert.deepEqual([coach.firstName, coach.lastName], ['Ines Maria', 'Okonkwo']);
  const category = await made('service-category', 'create', 'Rooms');
  const links = ['--category', 'rooms', '--sublocation', 'Lighthouse', '--staff', coach.id];
  const terms = [
    '--duration',
    '90',
    '--price',
    '45.5',
    '--tax-rate',
    '19',
    '--no-qr-tickets',
    '--requires-staff',
  ];
  const service = await made(
    'service',
    'create',
    'Workshop',
    ...links,
    '--equipment',
    'Projector=2',
    ...terms,
  );
  assert.deepEqual(
    [service.categoryId, service.sublocationIds, service.staffIds, service.equipment],
    [category.id, [room.id], [coach.id], [{ equipmentId: projector.id, quantity: 2 }]],
  );
  assert.deepEqual(
    [service.durationMinutes, service.price, service.qrCodeTicketsEnabled, service.requiresStaff],
    [90, 45.5, false, true],
  );
  for (const [path, record] of Object.entries({
    locations: location,
    sublocations: room,
    equipment: projector,
    staff: coach,
    services: service,
  })) {
    assert.deepEqual((await admin.get(`/${path}/${record.id}`)).body.data, record);
  }
  const changed = await made('service', 'update', 'workshop', '--no-requires-staff', '--staff', '');
  assert.deepEqual([changed.staffIds, changed.price, changed.version], [[], 45.5, 2]);
  assert.deepEqual(await made('sublocation', 'delete', 'Lighthouse'), { id: room.id, deleted: false });
  assert.equal((await made('sublocation', 'list'))[0].status, 'archived');
  assert.deepEqual(await made('service', 'delete', 'Workshop'), { id: service.id, deleted: true });
  assert.deepEqual(await made('service', 'list'), []);
});

test('opening hours are written as people say them, shown, and taken back', async () => {
  const { call, made, admin } = await openCaller();
  const { id } = await made('location', 'create', 'North');
  const hours = [
    '--open',
    'mon,wed-thu 09:00-12:00,13:00-24:00',
    '--closed',
    '2026-12-25',
    '--on',
    '2026-12-24 09:00-13:00',
  ];
  const schedule = await made('location', 'schedule', 'North', ...hours);
  assert.deepEqual(
    schedule.rules.map(({ weekday, startTime, endTime }: Record<string, unknown>) => [
      weekday,
      startTime,
      endTime,
    ]),
    [1, 3, 4].flatMap((weekday) => [
      [weekday, '09:00', '12:00'],
      [weekday, '13:00', '24:00'],
    ]),
  );
  assert.deepEqual(schedule.exceptions, [
    { date: '2026-12-24', intervals: [{ startTime: '09:00', endTime: '13:00' }] },
    { date: '2026-12-25', intervals: [] },
  ]);
  assert.deepEqual((await admin.get(`/locations/${id}/schedule`)).body.data, schedule);
  const { stdout } = await call('location', 'schedule', 'North');
  assert.match(stdout, /^wed +13:00-24:00/m);
  assert.match(stdout, /^2026-12-25 +closed/m);
  assert.deepEqual(await made('location', 'schedule', 'North', '--always'), { rules: [], exceptions: [] });
});

test('what can’t be understood is told, and changes nothing', async () => {
  const { call, made } = await openCaller();
  const { id } = await made('location', 'create', 'Twin');
  await made('location', 'create', 'twin');
  const wrong: [string[], RegExp][] = [
    [['location', 'schedule', id, '--open', 'monday 09:00-17:00'], /mon-fri 09:00-17:00/],
    [['location', 'schedule', id, '--open', 'fri-mon 09:00-17:00'], /mon-fri 09:00-17:00/],
    [['location', 'schedule', id, '--open', 'mon 9-17'], /times as 09:00-17:00/],
    [['location', 'schedule', id, '--open', 'mon 09:00-25:00'], /endTime/],
    [['location', 'schedule', id, '--open', 'mon 09:75-10:00'], /startTime|endTime/],
    [['location', 'schedule', id, '--closed', '2026-02-30'], /date/],
    [['location', 'update', 'Twin', '--email', 'a@example.com'], /Several are called Twin/],
    [['location', 'update', 'Nowhere', '--email', 'a@example.com'], /Nowhere was not found/],
    [['location', 'update', id, '--status', 'gone'], /active, archived/],
    [['sublocation', 'create', 'Room', '--location', 'Nowhere'], /Nowhere was not found/],
    [['service', 'create', 'Yoga', '--price', 'much'], /Write a number/],
    [['service', 'create', 'Yoga', '--capacity', '1.5'], /whole number/],
  ];
  for (const [argv, told] of wrong) {
    const { exitCode, stdout, stderr } = await call(...argv);
    assert.notEqual(exitCode, 0, argv.join(' '));
    assert.equal(stdout, '', argv.join(' '));
    assert.match(stderr, told, argv.join(' '));
  }
  assert.deepEqual(await made('location', 'schedule', id), { rules: [], exceptions: [] });
  assert.equal((await made('location', 'list')).length, 2);
  assert.deepEqual(await made('service', 'list'), []);
});
