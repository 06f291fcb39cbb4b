// GET and POST /sublocations, GET, PATCH and DELETE /sublocations/{sublocationId}, GET and PUT …/schedule. Additive
// (G-040).
import { Type } from 'typebox';
import { kindLengthMax } from '#core/places/sublocation.ts';
import {
  createSublocation,
  deleteSublocation,
  getSublocation,
  getSublocationSchedule,
  listSublocations,
  replaceSublocationSchedule,
  updateSublocation,
} from '#core/places/sublocations.ts';
import { recordIdQuery } from '#http/admin-api/envelope.ts';
import {
  changeRoute,
  createRoute,
  deleteRoute,
  getRoute,
  listRoute,
} from '#http/admin-api/kept-record-routes.ts';
import { placeStatusShape } from '#http/admin-api/places/location-view.ts';
import { changedSublocationExample, sublocationExample } from '#http/admin-api/places/place-examples.ts';
import { getScheduleRoute, replaceScheduleRoute } from '#http/admin-api/places/schedule-routes.ts';
import {
  createSublocationBody,
  sublocationShape,
  sublocationView,
  updateSublocationBody,
} from '#http/admin-api/places/sublocation-view.ts';
import type { Routes } from '#http/wire/request.ts';

const resource = {
  one: 'sublocation',
  many: 'sublocations',
  tag: 'Places',
  area: 'places' as const,
  idName: 'sublocationId',
  shape: sublocationShape,
  view: sublocationView,
  example: sublocationExample,
  changedExample: changedSublocationExample,
};
const filters = {
  status: Type.Optional(placeStatusShape),
  locationId: recordIdQuery('Only at this location.'),
  kind: Type.Optional(Type.String({ maxLength: kindLengthMax, description: 'Only of this kind.' })),
};

/** What is booked at a location: rooms, desks, courts. */
export async function sublocations(app: Routes): Promise<void> {
  app.get('/sublocations', listRoute(resource, listSublocations, filters));
  app.post('/sublocations', createRoute(resource, createSublocation, createSublocationBody));
  app.get('/sublocations/:sublocationId', getRoute(resource, getSublocation));
  app.patch('/sublocations/:sublocationId', changeRoute(resource, updateSublocation, updateSublocationBody));
  app.delete('/sublocations/:sublocationId', deleteRoute(resource, deleteSublocation, 'archived'));
  app.get('/sublocations/:sublocationId/schedule', getScheduleRoute(resource, getSublocationSchedule));
  app.put(
    '/sublocations/:sublocationId/schedule',
    replaceScheduleRoute(resource, replaceSublocationSchedule),
  );
}
