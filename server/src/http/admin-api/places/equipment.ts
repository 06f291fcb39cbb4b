// GET and POST /equipment, GET, PATCH and DELETE /equipment/{equipmentId}. Additive (G-040).
import { Type } from 'typebox';
import {
  createEquipment,
  deleteEquipment,
  getEquipment,
  listEquipment,
  updateEquipment,
} from '#core/equipment/equipment.ts';
import { recordIdQuery } from '#http/admin-api/envelope.ts';
import {
  changeRoute,
  createRoute,
  deleteRoute,
  getRoute,
  listRoute,
} from '#http/admin-api/kept-record-routes.ts';
import {
  createEquipmentBody,
  equipmentShape,
  equipmentView,
  updateEquipmentBody,
} from '#http/admin-api/places/equipment-view.ts';
import { placeStatusShape } from '#http/admin-api/places/location-view.ts';
import { changedEquipmentExample, equipmentExample } from '#http/admin-api/places/place-examples.ts';
import type { Routes } from '#http/wire/request.ts';

const resource = {
  one: 'equipment',
  many: 'equipment',
  article: '',
  tag: 'Places',
  area: 'places' as const,
  idName: 'equipmentId',
  shape: equipmentShape,
  view: equipmentView,
  example: equipmentExample,
  changedExample: changedEquipmentExample,
};
const filters = {
  status: Type.Optional(placeStatusShape),
  locationId: recordIdQuery('Only at this location.'),
};

/** What bookings use at a location: projectors, rackets. */
export async function equipment(app: Routes): Promise<void> {
  app.get('/equipment', listRoute(resource, listEquipment, filters));
  app.post('/equipment', createRoute(resource, createEquipment, createEquipmentBody));
  app.get('/equipment/:equipmentId', getRoute(resource, getEquipment));
  app.patch('/equipment/:equipmentId', changeRoute(resource, updateEquipment, updateEquipmentBody));
  app.delete('/equipment/:equipmentId', deleteRoute(resource, deleteEquipment, 'archived'));
}
