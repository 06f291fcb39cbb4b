// GET and POST /locations, GET, PATCH and DELETE /locations/{locationId}, GET and PUT …/schedule. Additive (G-040).
import { Type } from 'typebox';
import {
  createLocation,
  deleteLocation,
  getLocation,
  getLocationSchedule,
  listLocations,
  replaceLocationSchedule,
  updateLocation,
} from '#core/places/locations.ts';
import {
  changeRoute,
  createRoute,
  deleteRoute,
  getRoute,
  listRoute,
} from '#http/admin-api/kept-record-routes.ts';
import {
  createLocationBody,
  locationShape,
  locationView,
  placeStatusShape,
  updateLocationBody,
} from '#http/admin-api/places/location-view.ts';
import { changedLocationExample, locationExample } from '#http/admin-api/places/place-examples.ts';
import { getScheduleRoute, replaceScheduleRoute } from '#http/admin-api/places/schedule-routes.ts';
import type { Routes } from '#http/wire/request.ts';

const resource = {
  one: 'location',
  many: 'locations',
  tag: 'Places',
  area: 'places' as const,
  idName: 'locationId',
  shape: locationShape,
  view: locationView,
  example: locationExample,
  changedExample: changedLocationExample,
};
const filters = { status: Type.Optional(placeStatusShape) };

/** The body as the core has it, which writes the time zone as two words. */
const inputOf = <Body extends { timezone?: string | undefined }>({ timezone: timeZone, ...rest }: Body) => ({
  ...rest,
  timeZone,
});

/** The houses in which an organization serves its customers. */
export async function locations(app: Routes): Promise<void> {
  app.get('/locations', listRoute(resource, listLocations, filters));
  app.post('/locations', createRoute(resource, createLocation, createLocationBody, inputOf));
  app.get('/locations/:locationId', getRoute(resource, getLocation));
  app.patch('/locations/:locationId', changeRoute(resource, updateLocation, updateLocationBody, inputOf));
  app.delete('/locations/:locationId', deleteRoute(resource, deleteLocation, 'archived'));
  app.get('/locations/:locationId/schedule', getScheduleRoute(resource, getLocationSchedule));
  app.put('/locations/:locationId/schedule', replaceScheduleRoute(resource, replaceLocationSchedule));
}
