// GET and POST /staff, GET, PATCH and DELETE /staff/{staffId}, GET and PUT …/schedule. Additive (G-040).
import { Type } from 'typebox';
import {
  createStaffMember,
  deleteStaffMember,
  getStaffMember,
  getStaffMemberSchedule,
  listStaff,
  replaceStaffMemberSchedule,
  updateStaffMember,
} from '#core/staff/staff.ts';
import {
  changeRoute,
  createRoute,
  deleteRoute,
  getRoute,
  listRoute,
} from '#http/admin-api/kept-record-routes.ts';
import { changedStaffExample, staffExample } from '#http/admin-api/places/place-examples.ts';
import { getScheduleRoute, replaceScheduleRoute } from '#http/admin-api/places/schedule-routes.ts';
import {
  createStaffBody,
  staffShape,
  staffStatusShape,
  staffView,
  updateStaffBody,
} from '#http/admin-api/services/staff-view.ts';
import type { Routes } from '#http/wire/request.ts';

const resource = {
  one: 'staff member',
  many: 'staff',
  tag: 'Staff',
  area: 'staff' as const,
  idName: 'staffId',
  shape: staffShape,
  view: staffView,
  example: staffExample,
  changedExample: changedStaffExample,
};
const filters = { status: Type.Optional(staffStatusShape) };

/** The people who work for an organization. */
export async function staff(app: Routes): Promise<void> {
  app.get('/staff', listRoute(resource, listStaff, filters));
  app.post('/staff', createRoute(resource, createStaffMember, createStaffBody));
  app.get('/staff/:staffId', getRoute(resource, getStaffMember));
  app.patch('/staff/:staffId', changeRoute(resource, updateStaffMember, updateStaffBody));
  app.delete('/staff/:staffId', deleteRoute(resource, deleteStaffMember, 'inactive'));
  app.get('/staff/:staffId/schedule', getScheduleRoute(resource, getStaffMemberSchedule));
  app.put('/staff/:staffId/schedule', replaceScheduleRoute(resource, replaceStaffMemberSchedule));
}
