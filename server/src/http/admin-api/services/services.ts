// GET and POST /services, GET, PATCH and DELETE /services/{serviceId}, GET and PUT …/schedule. Additive (G-042).
import { Type } from 'typebox';
import {
  createService,
  deleteService,
  getService,
  getServiceSchedule,
  listServices,
  replaceServiceSchedule,
  updateService,
} from '#core/services/services.ts';
import { recordIdQuery } from '#http/admin-api/envelope.ts';
import {
  changeRoute,
  createRoute,
  deleteRoute,
  getRoute,
  listRoute,
} from '#http/admin-api/kept-record-routes.ts';
import { changedServiceExample, serviceExample } from '#http/admin-api/places/place-examples.ts';
import { getScheduleRoute, replaceScheduleRoute } from '#http/admin-api/places/schedule-routes.ts';
import {
  createServiceBody,
  serviceShape,
  serviceStatusShape,
  serviceView,
  updateServiceBody,
} from '#http/admin-api/services/service-view.ts';
import type { Routes } from '#http/wire/request.ts';

const resource = {
  one: 'service',
  many: 'services',
  tag: 'Services',
  area: 'services' as const,
  idName: 'serviceId',
  shape: serviceShape,
  view: serviceView,
  example: serviceExample,
  changedExample: changedServiceExample,
};
const filters = {
  status: Type.Optional(serviceStatusShape),
  categoryId: recordIdQuery('Only under this category.'),
};

/** What can be booked. */
export async function services(app: Routes): Promise<void> {
  app.get('/services', listRoute(resource, listServices, filters));
  app.post('/services', createRoute(resource, createService, createServiceBody));
  app.get('/services/:serviceId', getRoute(resource, getService));
  app.patch('/services/:serviceId', changeRoute(resource, updateService, updateServiceBody));
  app.delete('/services/:serviceId', deleteRoute(resource, deleteService, 'archived'));
  app.get('/services/:serviceId/schedule', getScheduleRoute(resource, getServiceSchedule));
  app.put('/services/:serviceId/schedule', replaceScheduleRoute(resource, replaceServiceSchedule));
}
