// Closes the shared world after all tests, so that the process can end.
import { after } from 'node:test';
import { closeSharedWorld } from '#test/world.ts';

after(closeSharedWorld);
